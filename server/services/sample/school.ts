import { districtsOf } from '#server/contract/districts.ts'
import { createRandom } from '../pictures/random.ts'
import type { CityState } from './city-state.ts'
import { districtFor, forgettable, makeFacts, shortArea } from './facts.ts'
import { formerName, makeNames, romanised } from './names.ts'
import { graduatesOf, teachersOf } from './people-rows.ts'
import { samplePicture } from './pictures.ts'
import type { Profile } from './profiles.ts'
import type { SampleSchool } from './rows.ts'
import { envsOf, openDayOf, questionsOf, viewsOf } from './school-rows.ts'
import type { OpenDayState } from './school-rows.ts'
import { sectionsOf, summaryOf } from './texts.ts'
import type { Subject } from './texts.ts'
import type { Theme } from './themes/theme.ts'
import { wordsOf } from './words.ts'

/** What one school shall be. */
export type SchoolPlan = {
  /** Place in the city, from 0; also the place in the recommended order. */
  index: number
  stem: string
  theme: Theme
  profile: Profile
  composition: number
  /** A few rows of each kind only, for sized runs. */
  brief: boolean
  /** How many facts the school keeps to itself. */
  unknown: number
  renamed: boolean
  fate: 'open' | 'not_enrolling' | 'closed'
  openDays: readonly OpenDayState[]
}

/** Key of the school at a place of its city. */
export function keyOf(cityCode: string, index: number): string {
  return `sample-${placeOf(cityCode, index)}`
}

function placeOf(cityCode: string, index: number): string {
  return `${cityCode}-${String(index + 1).padStart(2, '0')}`
}

/** Makes one school with all its rows. */
export function makeSchool(state: CityState, plan: SchoolPlan): SampleSchool {
  const { city, flavour, calendar } = state
  const { index, stem, theme, profile, composition, brief } = plan
  const place = placeOf(city.code, index)
  const random = createRandom(`${city.code} ${stem} ${index}`)
  const district = districtFor(flavour, random, brief)
  const names = makeNames(stem, profile, city, shortArea(district.name), random)
  const site = romanised(stem).toLowerCase()
  const { fees, ...facts } = makeFacts(
    profile,
    flavour,
    district,
    { cityName: city.name, number: index + 1, site },
    random,
  )
  const words = wordsOf(profile, flavour, {
    stem,
    cityName: city.name,
    districtName: district.name,
    intakeYear: calendar.intakeYear,
  })
  const subject: Subject = { profile, theme, words, random, city: state }
  const forgotten = new Set<string>(random.shuffle(forgettable).slice(0, plan.unknown))
  const known = Object.fromEntries(Object.entries(facts).filter(([fact]) => !forgotten.has(fact)))
  const address = facts.address ?? district.name

  return {
    row: {
      ...known,
      key: keyOf(city.code, index),
      identity: [city.code, names.name, district.slug, address].join('|').toLowerCase(),
      cityCode: city.code,
      name: names.name,
      nameEn: names.english,
      summary: summaryOf(subject),
      state: plan.fate,
      source: '示例数据，由系统虚构',
      sourceDate: calendar.day(-(index % 40) - 5),
      logo: samplePicture('logo', place, `${names.name}校徽（示例插图）`),
      cover: samplePicture('campus', `c${composition}-${place}`, `${names.name}校园（示例插图）`),
      rank: index + 1,
      sample: true,
      stages: [...profile.stages],
      curricula: [...profile.curricula],
      createdAt: calendar.at(-60, '09:00'),
      updatedAt: calendar.at(-(index % 40) - 5, '09:00'),
    },
    names: [
      ...names.aliases.map((name) => ({ kind: 'alias', name })),
      ...(plan.renamed ? [{ kind: 'former', name: formerName(stem, city, names.name, random) }] : []),
    ],
    fees,
    sections: sectionsOf(subject, brief),
    envs: envsOf(subject, place, composition, names.name, brief ? 0 : random.int(1, 3)).slice(
      0,
      brief ? 2 : 9,
    ),
    teachers: teachersOf(subject, place, brief ? 0 : random.int(2, 4)).slice(0, brief ? 1 : 8),
    graduates: graduatesOf(subject, place, brief ? 0 : random.int(1, 3)).slice(0, brief ? 1 : 8),
    views: viewsOf(subject, place, brief ? 0 : random.int(1, 2)).slice(0, brief ? 1 : 6),
    questions: questionsOf(subject, stem, brief ? 0 : random.int(2, 4)).slice(0, brief ? 1 : 8),
    openDays: plan.openDays.map((wanted) =>
      openDayOf(subject, wanted, `${districtsOf(city.code).length > 0 ? address : city.name}`),
    ),
  }
}
