import { createRandom } from './random.ts'
import type { Identity } from '#server/contract/child/entry-terms.ts'
import type { SchoolFee } from '#server/contract/child/school-entry.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { schoolIdentity } from '#server/db/content/school-identity.ts'
import type { CityState } from './city-state.ts'
import { busStopRows } from './bus-rows.ts'
import { admissionStepRows, eligibilityRows, entryGradeRows } from './entry-rows.ts'
import { districtFor, forgettable, makeFacts, shortArea, statementRows, type Facts } from './facts.ts'
import { closedOn, closedSection, closedShift, haltedAdmissions, renamedSection } from './fate.ts'
import type { Fate, Section } from './fate.ts'
import { formerName, makeNames, romanised } from './names.ts'
import { graduatesOf, teachersOf } from './people-rows.ts'
import { recordRows } from './record-rows.ts'
import { tuitionRows } from './tuition-rows.ts'
import { crestPicture, samplePicture } from './pictures.ts'
import { lifeFacts, type Profile } from './profiles.ts'
import type { SampleSchool } from './rows.ts'
import { openDayOf } from './open-day-rows.ts'
import type { OpenDayState } from './open-day-rows.ts'
import { envsOf, questionsOf, viewsOf } from './school-rows.ts'
import { aboutOf, admissionsOf, sectionRows, summaryOf } from './texts.ts'
import type { Subject } from './texts.ts'
import type { Theme } from './themes.ts'
import { wordsOf } from './words.ts'

/** What one school shall be. */
export type SchoolPlan = {
  /** Place in the city, from 0; also the place in the recommended order. */
  index: number
  stem: string
  theme: Theme
  profile: Profile
  campus: string
  /** A few rows of each kind only, for sized runs. */
  brief: boolean
  /** How many facts the school keeps to itself. */
  unknown: number
  renamed: boolean
  fate: Fate
  /** Place of the school that took over a closed one; it was made before. */
  successor?: number
  openDays: readonly OpenDayState[]
}

function placeOf(cityCode: string, index: number): string {
  return `${cityCode}-${String(index + 1).padStart(2, '0')}`
}

/** Key of the school at a place of its city. */
export function keyOf(cityCode: string, index: number): string {
  return `sample-${placeOf(cityCode, index)}`
}

/** Whether a school's contact agreed to receive requests: of every twenty schools one did not. */
function hasRecipient(index: number): boolean {
  return index % 20 !== 12
}

/** Makes one school with all its rows. */
export function makeSchool(state: CityState, plan: SchoolPlan): SampleSchool {
  const { city, flavour, calendar } = state
  const { index, stem, theme, profile, campus, brief } = plan
  const place = placeOf(city.code, index)
  const random = createRandom(`${state.seed} ${city.code} ${stem} ${index}`)
  const drawn = districtFor(flavour, random, brief)
  const district = districtsOf(city.code).find(({ slug }) => slug === flavour.placed?.[index]) ?? drawn
  const names = makeNames(stem, profile, city, shortArea(district.name), random, state.abbreviations)
  if (!brief) state.names.set(index, names.name)
  const site = { cityName: city.name, number: index + 1, site: romanised(stem).toLowerCase() }
  const { fees, ...facts } = makeFacts(profile, flavour, district, site, random)
  const words = wordsOf(profile, flavour, {
    stem,
    cityName: city.name,
    districtName: district.name,
    intakeYear: calendar.intakeYear,
    students: facts.students,
  })
  const closed = plan.fate === 'closed'
  const dates = createRandom(`${state.seed} ${city.code} ${index} dates`)
  const subject: Subject = {
    profile,
    theme,
    words,
    random,
    city: state,
    dates,
    shift: closed ? closedShift : 0,
  }
  const former = plan.renamed ? formerName(stem, city, names.name, random) : undefined
  const forgotten = new Set<string>(random.shuffle(forgettable).slice(0, plan.unknown))
  const known = Object.fromEntries(Object.entries(facts).filter(([fact]) => !forgotten.has(fact)))
  const checked = closed ? closedShift : -(index % 40) - 5
  const wanted = (least: number, most: number, limit: number) =>
    brief ? { least: 0, most: 0, limit } : { least, most: least + (index % (most - least + 1)) }

  const row = {
    ...known,
    key: keyOf(city.code, index),
    identity: schoolIdentity({
      cityCode: city.code,
      name: names.name,
      district: district.slug,
      address: facts.address,
    }),
    cityCode: city.code,
    name: names.name,
    nameEn: names.english,
    stages: [...profile.stages],
    curricula: [...profile.curricula],
    ...lifeFacts(profile, index),
    summary: summaryOf(subject),
    state: plan.fate,
    ...(closed && { closedAt: closedOn(state) }),
    ...(hasRecipient(index) && { requestsAgreedOn: calendar.day(-90) }),
    logo: samplePicture(crestPicture(city.code, index), `${names.name}校徽（示例插图）`),
    cover: samplePicture(campus, `${names.name}校园（示例插图）`),
    rank: index + 1,
    sample: true,
    createdAt: calendar.at(-60, '09:00'),
    updatedAt: calendar.at(Math.max(checked, -60), '09:00'),
  }
  const lists = listsOf(state, plan, {
    facts: { ...facts, founded: forgotten.has('founded') ? undefined : facts.founded },
    fees,
    name: names.name,
    former,
  })
  return {
    row,
    ...(plan.successor !== undefined && { successor: keyOf(city.code, plan.successor) }),
    names: [
      ...names.aliases.map((name) => ({ kind: 'alias', name })),
      ...(former === undefined ? [] : [{ kind: 'former', name: former }]),
    ],
    lists: {
      ...lists,
      statements: statementRows(row, lists, {
        ofSchool: calendar.day(checked),
        ofList: calendar.day(checked - 60),
      }),
    },
    sections: sectionsOf(subject, plan, { former, name: names.name }),
    envs: envsOf(subject, place, campus, names.name, wanted(1, 3, 1)),
    teachers: teachersOf(subject, place, wanted(1, 3, index % 2)),
    graduates: graduatesOf(subject, place, wanted(1, 2, (index + 1) % 2)),
    views: viewsOf(subject, place, wanted(1, 2, Number(index % 3 === 0))),
    questions: questionsOf(subject, wanted(2, 3, 1)),
    openDays: plan.openDays.map((wanted) => openDayOf(subject, wanted, names.name, facts.address)),
  }
}

type Known = {
  facts: { founded: number | undefined } & Pick<Facts, 'tuitionMin' | 'tuitionMax' | 'lat' | 'lng'>
  fees: SchoolFee[]
  name: string
  former: string | undefined
}

const gaps = ['none', 'no boarding', 'one year', 'none', 'last year', 'none', 'none'] as const
const silences: readonly (readonly Identity[])[] = [
  [],
  ['overseas'],
  [],
  ['hmt', 'overseas'],
  [],
  ['mainland', 'foreign', 'hmt', 'overseas'],
]

/** What a school says of costs and entry, with gaps that differ from school to school. */
function listsOf(
  state: CityState,
  { index, stem, profile, brief, fate }: SchoolPlan,
  { facts, fees, name, former }: Known,
): SampleSchool['lists'] {
  const { calendar } = state
  const random = createRandom(`${state.seed} ${state.city.code} ${index} entry`)
  const pick = <Choice>(choices: readonly Choice[]) => choices[index % choices.length]
  const tuition = { min: facts.tuitionMin, max: facts.tuitionMax }
  const gap = brief ? 'one year' : (pick(gaps) ?? 'none')
  const eligibility = fate === 'closed' ? [] : eligibilityRows(profile, pick(silences) ?? [])
  const costs = { fees, tuition: tuitionRows({ profile, tuition, calendar, fate, gap }, random), eligibility }
  if (brief) return costs
  const bus = fees.find(({ label }) => label === '校车费')
  const takes = fate === 'open'
  const year = calendar.intakeYear
  return {
    ...costs,
    entry_grades: takes && index % 5 !== 4 ? entryGradeRows(profile, year, random) : [],
    admission_steps: takes && index % 6 !== 3 ? admissionStepRows(profile, year, random) : [],
    bus_stops:
      bus === undefined || fate === 'closed' || index % 4 === 1
        ? []
        : busStopRows(
            {
              lat: facts.lat,
              lng: facts.lng,
              fee: bus.amount,
              byDistance: bus.note?.includes('远近') === true,
            },
            random,
          ),
    records: recordRows({
      profile,
      calendar,
      fate,
      closedOn: closedOn(state),
      founded: facts.founded,
      stem,
      name,
      former,
      full: index % 3 !== 2,
    }),
  }
}

function sectionsOf(
  subject: Subject,
  plan: SchoolPlan,
  { former, name }: { former: string | undefined; name: string },
) {
  const { words, city } = subject
  const successor = plan.successor === undefined ? undefined : city.names.get(plan.successor)
  const about: Section[] = [
    ...(plan.fate === 'closed' ? [closedSection(successor, words, city)] : []),
    ...aboutOf(subject, plan.brief),
    ...(former === undefined ? [] : [renamedSection(former, name, city.calendar.year - 3, words, city)]),
  ]
  const admissions =
    plan.fate === 'open'
      ? admissionsOf(subject, plan.brief)
      : haltedAdmissions(plan.fate, successor, words, city)
  return [...sectionRows('about', about), ...sectionRows('admissions', admissions)]
}
