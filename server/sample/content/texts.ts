import { curricula as curriculumTerms, labelOf } from '#server/contract/vocabulary.ts'
import type { CityState } from './city-state.ts'
import type { Section } from './fate.ts'
import { expand } from './phrase.ts'
import type { Words } from './phrase.ts'
import { suits, type Pooled } from './cards.ts'
import type { Profile } from './profiles.ts'
import type { SampleSchool } from './rows.ts'
import type { Theme } from './themes.ts'
import type { Deck, Random } from './random.ts'

/** What the texts of one school are made from. */
export type Subject = {
  profile: Profile
  theme: Theme
  words: Words
  random: Random
  /** A stream for days alone: how many are tried depends on the calendar, which must change no text. */
  dates: Random
  city: CityState
  /** Days that all dates are moved by; 0 but for closed schools. */ shift: number
}

/** The next card of a pool that suits the school. */
export function drawFor<Card>(deck: Deck<Pooled<Card>>, profile: Profile): Card {
  return deck.draw(([, fit]) => suits(profile, fit ?? {}))[0]
}

/**
 * How many cards to draw beside a theme's own: `least` whatever it takes, more up to `most` while they are new; and
 * the most of all together (no limit when unset).
 */
export type Wanted = { least: number; most: number; limit?: number }

/** Cards of a pool that suit the school. */
export function drawMany<Card>(deck: Deck<Pooled<Card>>, profile: Profile, { least, most }: Wanted): Card[] {
  const cards: Card[] = []
  while (cards.length < least) cards.push(drawFor(deck, profile))
  while (cards.length < most) {
    const fresh = deck.drawFresh(([, fit]) => suits(profile, fit ?? {}))
    if (fresh === undefined) break
    cards.push(fresh[0])
  }
  return cards
}

/** At most as many cards as wanted, chosen at random. */
export function limited<Card>(cards: readonly Card[], { limit }: Wanted, random: Random): readonly Card[] {
  return limit === undefined ? cards : random.shuffle(cards).slice(0, limit)
}

/** The school in two sentences, as lists show it. */
export function summaryOf({ theme, words, random }: Subject): string {
  return expand(random.pick(theme.summary), words, random)
}

/** Rows of one part of a school's texts, in their order. */
export function sectionRows(
  part: 'about' | 'admissions',
  sections: readonly Section[],
): SampleSchool['sections'] {
  return sections.map(([title, body], position) => ({ part, position, title, body }))
}

/** Sections about the school; `brief` leaves the first. */
export function aboutOf({ profile, theme, words, random, city }: Subject, brief: boolean): Section[] {
  const say = (phrases: readonly string[]) =>
    phrases.map((phrase) => expand(phrase, words, random)).join('\n\n')
  if (brief) return [['办学理念', say(theme.belief)]]
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
  ]
}

/** Sections about admissions of a school that takes pupils; `brief` leaves the first. */
export function admissionsOf({ profile, words, random, city }: Subject, brief: boolean): Section[] {
  const { decks } = city
  const say = (phrase: string) => expand(phrase, words, random)
  const intake: Section = ['招生对象', say(drawFor(decks.intake, profile))]
  if (brief) return [intake]
  return [
    intake,
    ['报名与评估', say(drawFor(decks.assessment, profile))],
    [profile.kind === 'public' ? '收费说明' : '缴费与退费', say(drawFor(decks.money, profile))],
    ['插班与转学', say(drawFor(decks.transfers, profile))],
  ]
}
