import { samplePicture } from './pictures.ts'
import { chineseName, foreignName, maskedPupil } from './people.ts'
import { expand } from './phrase.ts'
import type { SampleSchool } from './rows.ts'
import { drawFor } from './texts.ts'
import type { Subject } from './texts.ts'
import type { GraduateCard, TeacherCard } from './themes/theme.ts'

/** Staff of a school: the head, those of its theme, and `more` others. */
export function teachersOf(subject: Subject, place: string, more: number): SampleSchool['teachers'] {
  const { theme, profile, random, city, words } = subject
  const cards: TeacherCard[] = [drawFor(city.decks.heads, profile), ...theme.teachers]
  for (let count = 0; count < more; count += 1) cards.push(drawFor(city.decks.staff, profile))
  const taken = new Set<string>()
  return cards.map(([role, field, bio, origin], position) => {
    const make = origin === 'foreign' ? foreignName : chineseName
    let name = make(random)
    while (taken.has(name)) name = make(random)
    taken.add(name)
    return {
      name,
      role,
      ...(field !== '' && { subject: field }),
      years: position === 0 ? random.int(17, 33) : random.int(4, 22),
      bio: expand(bio, words, random),
      portrait: samplePicture('portrait', `${place}-t${position + 1}`, `${name}的头像（示例插图）`),
      position,
    }
  })
}

/** Graduates of a school: those of its theme and `more` others, or pupils who moved on where there is no high stage. */
export function graduatesOf(subject: Subject, place: string, more: number): SampleSchool['graduates'] {
  const { theme, profile, random, city, words } = subject
  const high = profile.stages.includes('high')
  const cards: GraduateCard[] = high ? [...theme.graduates] : []
  for (let count = 0; count < (high ? more : 3); count += 1) {
    cards.push(drawFor(high ? city.decks.graduates : city.decks.movers, profile))
  }
  const taken = new Set<string>()
  return random.shuffle(cards).map(([destination, major, summary, story], position) => {
    let name = maskedPupil(random)
    while (taken.has(name)) name = maskedPupil(random)
    taken.add(name)
    const say = (phrase: string) => expand(phrase, { ...words, pupil: name }, random)
    return {
      name,
      year: city.calendar.year - 1 - Math.floor(position / 3),
      destination: say(destination),
      ...(major !== '' && { major: say(major) }),
      summary: say(summary),
      story: say(story),
      portrait: samplePicture('portrait', `${place}-g${position + 1}`, `${name}的头像（示例插图）`),
      likes: random.int(3, 88),
      position,
    }
  })
}
