import { cities } from '#server/contract/cities.ts'
import type { Random } from '../pictures/random.ts'
import type { CityState } from './city-state.ts'
import { earlyProfile, profiles } from './profiles.ts'
import type { Profile } from './profiles.ts'
import type { SchoolPlan } from './school.ts'
import type { OpenDayState } from './school-rows.ts'
import { generatedStems, stemsOfThemes } from './stems.ts'
import { themes } from './themes/index.ts'
import type { Theme } from './themes/theme.ts'

/** Pictures of a campus that differ in kind. */
const compositions = 24

/** The plans of a city's schools in their recommended order: first those of the themes, then as many as wanted. */
export function* plansOf(state: CityState, count: number): Generator<SchoolPlan> {
  const { random, flavour, city } = state
  const later = (theme: Theme) => (flavour.later.includes(theme.slug) ? 1 : 0)
  const ordered = random.shuffle(themes).toSorted((a, b) => later(a) - later(b))
  const full = Math.min(count, ordered.length)
  const chosen = random.shuffle(ordered.slice(0, full))
  const places = random.shuffle(Array.from({ length: compositions }, (_unused, at) => at))
  const makes = profilesFor(chosen, random)
  const cityAt = cities.findIndex(({ code }) => code === city.code)
  const nextStem = generatedStems((cityAt + 1) * 1709)
  const special = specialPlaces(full)

  for (let index = 0; index < count; index += 1) {
    const theme = chosen[index] ?? random.pick(themes)
    const make = makes[index]
    const brief = index >= full
    const fate = brief ? briefFate(random) : special.fate(index)
    yield {
      index,
      theme,
      stem: (brief ? undefined : stemsOfThemes[theme.slug]?.[cityAt]) ?? nextStem(),
      profile: make ?? weighted(random),
      composition: places[index % compositions] ?? 0,
      brief,
      unknown: brief ? Number(random.chance(0.15)) : special.unknown(index),
      renamed: brief ? random.chance(0.04) : special.renamed === index,
      fate,
      openDays: brief ? (random.chance(0.1) ? ['open'] : []) : openDaysFor(fate, index),
    }
  }
}

/** One make for each theme: the theme of play goes with the youngest, the others are dealt. */
function profilesFor(chosen: readonly Theme[], random: Random): Profile[] {
  const dealt = random.shuffle(profiles.slice(0, Math.max(1, chosen.length - 1)))
  return chosen.map((theme) => (theme.slug === 'play' ? earlyProfile : (dealt.pop() ?? weighted(random))))
}

function weighted(random: Random): Profile {
  const all = [earlyProfile, ...profiles]
  let left = random.next() * all.reduce((sum, { weight }) => sum + weight, 0)
  return all.find(({ weight }) => (left -= weight) < 0) ?? earlyProfile
}

/** Which places of a city are special: one renamed, one not enrolling, the last one closed, some with facts unknown. */
function specialPlaces(full: number) {
  const renamed = Math.floor(full * 0.3)
  const paused = full - 2
  const closed = full - 1
  const unknown = new Map([
    [Math.floor(full * 0.45), 2],
    [Math.floor(full * 0.7), 3],
    [paused, 1],
  ])
  return {
    renamed,
    fate: (index: number): SchoolPlan['fate'] =>
      full < 6 ? 'open' : index === closed ? 'closed' : index === paused ? 'not_enrolling' : 'open',
    unknown: (index: number) => unknown.get(index) ?? 0,
  }
}

function briefFate(random: Random): SchoolPlan['fate'] {
  const drawn = random.next()
  return drawn < 0.015 ? 'closed' : drawn < 0.04 ? 'not_enrolling' : 'open'
}

function openDaysFor(fate: SchoolPlan['fate'], index: number): OpenDayState[] {
  if (fate === 'closed') return []
  if (fate === 'not_enrolling') return ['past']
  const turns: readonly OpenDayState[][] = [
    ['open', 'past'],
    ['open'],
    ['full', 'open'],
    ['past'],
    ['open', 'open'],
    ['closed'],
    ['open'],
  ]
  return [...(turns[index % turns.length] ?? [])]
}
