import { curricula as curriculumTerms, labelOf } from '#server/contract/vocabulary.ts'
import type { CityState } from './city-state.ts'
import { expand } from './phrase.ts'
import type { Words } from './phrase.ts'
import { suits } from './pools/pool.ts'
import type { Pooled } from './pools/pool.ts'
import type { Deck } from './deck.ts'
import type { Profile } from './profiles.ts'
import type { SampleSchool } from './rows.ts'
import type { Theme } from './themes/theme.ts'
import type { Random } from '../pictures/random.ts'

/** What the texts of one school are made from. */
export type Subject = { profile: Profile; theme: Theme; words: Words; random: Random; city: CityState }

type Section = SampleSchool['sections'][number]

/** The next card of a pool that suits the school. */
export function drawFor<Card>(deck: Deck<Pooled<Card>>, profile: Profile): Card {
  return deck.draw(([, fit]) => suits(profile, fit ?? {}))[0]
}

/** The school in two sentences, as lists show it. */
export function summaryOf({ theme, words, random }: Subject): string {
  return expand(random.pick(theme.summary), words, random)
}

/** Sections about the school and its admissions; `brief` leaves one of each. */
export function sectionsOf(subject: Subject, brief: boolean): Section[] {
  const about = aboutOf(subject)
  const admissions = admissionsOf(subject)
  return [
    ...numbered('about', brief ? about.slice(0, 1) : about),
    ...numbered('admissions', brief ? admissions.slice(0, 1) : admissions),
  ]
}

function numbered(part: string, sections: readonly (readonly [title: string, body: string])[]): Section[] {
  return sections.map(([title, body], position) => ({ part, position, title, body }))
}

function aboutOf({ profile, theme, words, random, city }: Subject) {
  const say = (phrases: readonly string[]) =>
    phrases.map((phrase) => expand(phrase, words, random)).join('\n\n')
  const notes = profile.curricula.slice(0, 2).map((curriculum) => {
    const name = labelOf(curriculumTerms, curriculum)
    const note = drawFor(city.decks.curricula, { ...profile, curricula: [curriculum] })
    return note.replaceAll('[curriculum]', name)
  })
  return [
    ['办学理念', say(theme.belief)],
    ['课程特色', say([...theme.course, ...notes])],
    ['校园与设施', say(theme.campus)],
    ['学生支持', say([drawFor(city.decks.support, profile)])],
    ['学校的一天', say([drawFor(city.decks.days, profile)])],
  ] as const
}

function admissionsOf({ profile, words, random, city }: Subject) {
  const { decks } = city
  const say = (phrase: string) => expand(phrase, words, random)
  return [
    ['招生对象', say(drawFor(decks.intake, profile))],
    ['报名与评估', say(drawFor(decks.assessment, profile))],
    [profile.kind === 'public' ? '收费说明' : '缴费与退费', say(drawFor(decks.money, profile))],
    ['插班与转学', say(drawFor(decks.transfers, profile))],
  ] as const
}
