import { cities } from '#server/contract/cities.ts'
import type { Random } from './random.ts'
import type { CityState } from './city-state.ts'
import type { Fate } from './fate.ts'
import { campusPictures } from './pictures.ts'
import { suits } from './cards.ts'
import { earlyProfile, profiles } from './profiles.ts'
import type { Profile } from './profiles.ts'
import type { SchoolPlan } from './school.ts'
import type { OpenDayState } from './open-day-rows.ts'
import { generatedStems, stemsOfThemes } from './stems.ts'
import { themes, type Theme } from './themes.ts'

/** So many schools of a city have everything that a school can have; in sized runs the others have less. */
const fullSchools = 20

/** The plans of a city's schools in their recommended order: first those of the themes, then as many as wanted. */
export function* plansOf(state: CityState, count: number): Generator<SchoolPlan> {
  const { random, flavour, city } = state
  const later = (theme: Theme) => (flavour.later.includes(theme.slug) ? 1 : 0)
  const ordered = random.shuffle(themes).toSorted((a, b) => later(a) - later(b))
  const full = Math.min(count, fullSchools, ordered.length)
  const places = random.shuffle(campusPictures(city.pinyin))
  const cast = deal(random.shuffle(ordered.slice(0, full)), random)
  const cityAt = cities.findIndex(({ code }) => code === city.code)
  const nextStem = generatedStems((cityAt + 1) * 1709)
  const special = specialPlaces(cast.map(({ profile }) => profile))

  for (let index = 0; index < count; index += 1) {
    const brief = index >= full
    const { theme, profile } = cast[index] ?? { theme: random.pick(themes), profile: weighted(random) }
    const fate = brief ? briefFate(random) : special.fate(index)
    yield {
      index,
      theme,
      stem: (brief ? undefined : stemsOfThemes[theme.slug]?.[cityAt]) ?? nextStem(),
      profile,
      campus: places[index % places.length] ?? '',
      brief,
      unknown: brief ? Number(random.chance(0.15)) : special.unknown(index),
      renamed: brief ? random.chance(0.04) : special.renamed === index,
      fate,
      ...(!brief && fate === 'closed' && { successor: special.successor }),
      openDays: brief ? (random.chance(0.1) ? ['open'] : []) : openDaysFor(fate, index),
    }
  }
}

/** One make for each theme: play goes with the youngest, themes with needs choose first, the others are dealt. */
function deal(chosen: readonly Theme[], random: Random): { theme: Theme; profile: Profile }[] {
  const left = random.shuffle(profiles.slice(0, Math.max(1, chosen.length - 1)))
  const dealt = new Map<Theme, Profile>()
  const choosy = chosen.toSorted((a, b) => Number(b.needs !== undefined) - Number(a.needs !== undefined))
  for (const theme of choosy) {
    if (theme.slug === 'play') {
      dealt.set(theme, earlyProfile)
      continue
    }
    const at = left.findIndex((profile) => suits(profile, theme.needs ?? {}))
    const [profile = weighted(random)] = left.splice(at === -1 ? 0 : at, 1)
    dealt.set(theme, profile)
  }
  const cast = chosen.map((theme) => ({ theme, profile: dealt.get(theme) ?? earlyProfile }))
  // Public schools and the one for the youngest stand in the middle: they neither lead the list nor end it, where the
  // two schools are that enrol nobody.
  const plain = cast.filter(({ profile }) => profile.kind !== 'public' && profile !== earlyProfile)
  const middle = Math.ceil(plain.length / 2)
  return [...plain.slice(0, middle), ...cast.filter((one) => !plain.includes(one)), ...plain.slice(middle)]
}

function weighted(random: Random): Profile {
  const all = [earlyProfile, ...profiles]
  let left = random.next() * all.reduce((sum, { weight }) => sum + weight, 0)
  return all.find(({ weight }) => (left -= weight) < 0) ?? earlyProfile
}

/** Places of a city with a story: one renamed, one not enrolling, the last one closed, some with facts unknown. */
function specialPlaces(makes: readonly Profile[]) {
  const full = makes.length
  const closed = full - 1
  const paused = full - 2
  const stages = makes[closed]?.stages ?? []
  const heir = makes.findIndex(
    (profile, index) => index < paused && stages.every((stage) => profile.stages.includes(stage)),
  )
  const unknown = new Map([
    [Math.floor(full * 0.45), 2],
    [Math.floor(full * 0.7), 3],
    [paused, 1],
  ])
  return {
    renamed: Math.floor(full * 0.3),
    successor: Math.max(0, heir),
    fate: (index: number): Fate =>
      full < 6 ? 'open' : index === closed ? 'closed' : index === paused ? 'not_enrolling' : 'open',
    unknown: (index: number) => unknown.get(index) ?? 0,
  }
}

function briefFate(random: Random): Fate {
  const drawn = random.next()
  return drawn < 0.015 ? 'closed' : drawn < 0.04 ? 'not_enrolling' : 'open'
}

const openDayTurns: readonly (readonly OpenDayState[])[] = [
  ['open', 'past'],
  ['open'],
  ['full', 'open'],
  ['past'],
  ['open', 'open'],
  ['closed'],
  ['open'],
]

function openDaysFor(fate: Fate, index: number): readonly OpenDayState[] {
  if (fate === 'closed') return []
  return fate === 'not_enrolling' ? ['past'] : (openDayTurns[index % openDayTurns.length] ?? [])
}
