import { samplePicture } from './pictures.ts'
import { maskedParent } from './people.ts'
import { expand, sentencesOf } from './phrase.ts'
import type { SampleOpenDay, SampleQuestion, SampleSchool } from './rows.ts'
import { drawFor } from './texts.ts'
import type { Subject } from './texts.ts'
import type { SceneCard, Story } from './themes/theme.ts'

/** Pictures of the campus: the whole first, then scenes of the theme and others. */
export function envsOf(
  subject: Subject,
  place: string,
  composition: number,
  name: string,
  more: number,
): SampleSchool['envs'] {
  const { theme, city, profile, random } = subject
  const cards: SceneCard[] = [...theme.scenes]
  for (let count = 0; count < more; count += 1) cards.push(drawFor(city.decks.scenes, profile))
  const taken = city.calendar.day(-random.int(40, 420))
  const whole = {
    title: '校园全景',
    picture: samplePicture('campus', `c${composition}-${place}`, `${name}校园全景（示例插图）`),
    takenOn: taken,
    position: 0,
  }
  return [
    whole,
    ...cards.map(([topic, title], index) => ({
      title,
      picture: samplePicture('scene', `${topic}-${place}-${index + 1}`, `${title}（示例插图）`),
      takenOn: taken,
      position: index + 1,
    })),
  ]
}

/** News of a school: stories of its theme and `more` others, before `latest` (days from today). */
export function viewsOf(subject: Subject, place: string, more: number, latest = 0): SampleSchool['views'] {
  const { theme, city, profile, words, random } = subject
  const cards: Story[] = [...theme.stories]
  for (let count = 0; count < more; count += 1) cards.push(drawFor(city.decks.stories, profile))
  return cards.map(({ title, month, picture, body }, index) => {
    const say = (phrase: string) => expand(phrase, words, random)
    const offset = city.calendar.schoolDay(random, month) + latest
    const paragraphs = body.map(say)
    const published = city.calendar.at(offset, random.pick(['10:20', '11:05', '15:40', '16:30', '17:15']))
    const said = say(title)
    const [opening = said] = sentencesOf(paragraphs[0] ?? said)
    return {
      title: said,
      summary: `${opening}。`,
      body: paragraphs.join('\n\n'),
      picture: samplePicture('news', `${picture}-${place}-${index + 1}`, `${said}（示例插图）`),
      likes: random.int(4, 160),
      publishedAt: published,
      updatedAt: published,
    }
  })
}

/** Questions with one answer each: those of the theme and `more` others. */
export function questionsOf(subject: Subject, stem: string, more: number): SampleQuestion[] {
  const { theme, city, profile, words, random } = subject
  const cards = [...theme.questions]
  for (let count = 0; count < more; count += 1) cards.push(drawFor(city.decks.questions, profile))
  return random.shuffle(cards).map(([question, answer]) => {
    const offset = city.calendar.schoolDay(random)
    return {
      body: expand(question, words, random),
      askedBy: maskedParent(random),
      state: 'shown',
      askedAt: city.calendar.at(offset, '20:15'),
      answers: [
        {
          body: expand(answer, words, random),
          answeredBy: random.pick([`${stem}招生办`, `${stem}校务办公室`, '招生老师']),
          answeredAt: city.calendar.at(Math.min(0, offset + 1), '09:40'),
        },
      ],
    }
  })
}

/** How an open day stands when it is made. */
export type OpenDayState = 'open' | 'full' | 'closed' | 'past'

/** One open day in the wanted state. */
export function openDayOf(subject: Subject, state: OpenDayState, address: string): SampleOpenDay {
  const { city, profile, words, random } = subject
  const { calendar } = city
  const [title, description] = drawFor(city.decks.openDays, profile)
  const capacity = random.pick([24, 30, 36, 40, 60])
  const offset = {
    open: calendar.saturday(random.int(6, 58)),
    full: calendar.saturday(random.int(5, 24)),
    closed: calendar.saturday(random.int(1, 3)),
    past: calendar.saturday(-random.int(14, 90)),
  }[state]
  const [starts, ends] = random.pick([
    ['09:00', '11:30'],
    ['09:30', '11:30'],
    ['10:00', '12:00'],
    ['14:00', '16:00'],
    ['14:30', '16:30'],
  ] as const)
  const closes = state === 'closed' ? calendar.at(-2, '18:00') : calendar.at(offset - 2, '18:00')
  return {
    cityCode: city.city.code,
    title: expand(title, words, random),
    startsAt: calendar.at(offset, starts),
    endsAt: calendar.at(offset, ends),
    bookingClosesAt: closes,
    place: address,
    description: expand(description, words, random),
    capacity,
    taken: state === 'full' ? capacity : random.int(3, Math.floor(capacity * 0.7)),
  }
}
