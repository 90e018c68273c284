import { newsPicture, samplePicture, scenePicture } from './pictures.ts'
import { expand, openingOf } from './phrase.ts'
import type { SampleQuestion, SampleSchool } from './rows.ts'
import { drawMany, limited } from './texts.ts'
import type { Subject, Wanted } from './texts.ts'
import type { SceneTopic, Story } from './cards.ts'

/**
 * Pictures of the campus: the whole first, then one of each scene of the theme and others. The caption says what is drawn;
 * a drawing was taken on no day.
 */
export function envsOf(
  subject: Subject,
  place: string,
  campus: string,
  name: string,
  more: Wanted,
): SampleSchool['envs'] {
  const { theme, city, profile, random } = subject
  const topics = new Set<SceneTopic>([...theme.scenes, ...drawMany(city.decks.scenes, profile, more)])
  const whole = {
    title: '校园全景',
    picture: samplePicture(campus, `${name}校园全景（示例插图）`),
    position: 0,
  }
  return [
    whole,
    ...limited([...topics], more, random).map((topic, index) => {
      const { name: scene, caption: title } = scenePicture(topic, `${place}-${index + 1}`)
      return { title, picture: samplePicture(scene, `${title}（示例插图）`), position: index + 1 }
    }),
  ]
}

/** News of a school: stories of its theme and `more` others. */
export function viewsOf(subject: Subject, place: string, more: Wanted): SampleSchool['views'] {
  const { theme, city, profile, words, random, dates } = subject
  const cards: Story[] = [...theme.stories, ...drawMany(city.decks.stories, profile, more)]
  const taken = new Set<number>()
  return limited(cards, more, random).map(({ title, month, after, picture, body }, index) => {
    const say = (phrase: string) => expand(phrase, words, random)
    let day = city.calendar.lesson(dates, month, after)
    // No two on one day, if a few tries find another.
    for (let tries = 0; tries < 5 && taken.has(day); tries += 1)
      day = city.calendar.lesson(dates, month, after)
    taken.add(day)
    const offset = day + subject.shift
    const paragraphs = body.map(say)
    const published = city.calendar.at(offset, random.pick(['10:20', '11:05', '15:40', '16:30', '17:15']))
    const said = say(title)
    return {
      title: said,
      summary: openingOf(paragraphs[0] ?? said),
      body: paragraphs.join('\n\n'),
      picture: samplePicture(newsPicture(picture, place, index), `${said}（示例插图）`),
      likes: random.int(4, 160),
      publishedAt: published,
      updatedAt: published,
    }
  })
}

/** Questions with one answer each: those of the theme and `more` others. */
export function questionsOf(subject: Subject, more: Wanted): SampleQuestion[] {
  const { theme, city, profile, words, random, dates } = subject
  const cards = [...theme.questions, ...drawMany(city.decks.questions, profile, more)]
  return random.shuffle(limited(cards, more, random)).map(([question, answer]) => {
    const offset = city.calendar.lesson(dates) + subject.shift
    return {
      body: expand(question, words, random),
      askedBy: '一位家长',
      state: 'shown',
      askedAt: city.calendar.at(offset, '20:15'),
      answers: [
        {
          body: expand(answer, words, random),
          answeredBy: random.pick(['招生办公室', '校务办公室', '招生老师', '教务处']),
          answeredAt: city.calendar.at(Math.min(0, offset + 1), '09:40'),
        },
      ],
    }
  })
}
