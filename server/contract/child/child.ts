import { z } from 'zod'
import { cities } from '../cities.ts'
import { costFor, type CostSource, type Stay } from './cost-for.ts'
import { distanceBetween, roundedCoordinates, type Coordinates } from './distance.ts'
import type { ChildName } from './child-query.ts'
import { identities, stays, type Identity } from './entry-terms.ts'
import { grade, tick } from '../fields.ts'
import { gradeOfSlug, type Grade } from '../grades.ts'
import { entryVerdicts, judgeEntry, type EntrySource } from './judge-entry.ts'
import { nextDeadline } from './next-deadline.ts'
import { placeOf } from '../places.ts'
import { admissionStep, busStop, type AdmissionStep, type BusStop } from './school-entry.ts'

const coordinates = /^(-?\d{1,2}(?:\.\d{1,15})?),(-?\d{1,3}(?:\.\d{1,15})?)$/

/** A place of any city by its slug; of the given city where two have the same. */
function placeOfSlug(slug: string, cityCode: string | undefined): Coordinates | undefined {
  const codes = cityCode === undefined ? [] : [cityCode]
  for (const code of [...codes, ...cities.map((city) => city.code)]) {
    const place = placeOf(code, slug)
    if (place) return place
  }
  return undefined
}

/** `lat,lng` in WGS-84 degrees, rounded to 0.005 of them, or the slug of a place (contract/places.ts). */
const near = z.string('地点不正确').transform((given, context) => {
  const [, lat, lng] = coordinates.exec(given) ?? []
  const point = { lat: Number(lat), lng: Number(lng) }
  if (Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180) return nearText(point)
  if (/^[a-z\d-]{1,40}$/.test(given) && placeOfSlug(given, undefined)) return given
  context.addIssue({ code: 'custom', message: '地点不正确' })
  return z.NEVER
})

/** A point as `near` has it in an address: rounded to 0.005 degrees. */
function nearText(point: Coordinates): string {
  const { lat, lng } = roundedCoordinates(point)
  return `${lat},${lng}`
}

/** The point of a parsed `near`; a place of that name is looked for in the given city first. */
export function pointOf(given: string, cityCode?: string): Coordinates | undefined {
  const [, lat, lng] = coordinates.exec(given) ?? []
  if (lat !== undefined && lng !== undefined) return { lat: Number(lat), lng: Number(lng) }
  const place = placeOfSlug(given, cityCode)
  return place && { lat: place.lat, lng: place.lng }
}

/** Fields that describe a child; each may be absent. Addresses of pages have the same names. */
export const childInput = {
  /** The grade to enter. */
  grade: grade.optional(),
  /** The calendar year of entry; the next September when absent. */
  year: z.coerce
    .number('入学年份不正确')
    .int('入学年份不正确')
    .min(2020, '入学年份不正确')
    .max(2100, '入学年份不正确')
    .optional(),
  identity: z
    .enum(
      identities.map(({ slug }) => slug),
      '户籍或护照不正确',
    )
    .optional(),
  stay: z
    .enum(
      stays.map(({ slug }) => slug),
      '走读或住校不正确',
    )
    .optional(),
  /** Whether the child takes the school's bus. */
  bus: tick.optional(),
  near: near.optional(),
} satisfies Record<ChildName, z.ZodType>
const childFields = z.object(childInput)
/** Parsed `childInput`. */
export type ChildInput = z.output<typeof childFields>

/** A child as answers are made for it. */
export type ChildView = {
  grade?: Grade | undefined
  /** The calendar year of entry. */
  year: number
  identity?: Identity | undefined
  stay?: Stay | undefined
  bus: boolean
  near?: Coordinates | undefined
}

/** The calendar year of the next September, the month in which school years begin; `today` is a day in China. */
export function nextEntryYear(today: string): number {
  return Number(today.slice(0, 4)) + (today.slice(5) < '09-01' ? 0 : 1)
}

/**
 * The child that an input describes; undefined when it names neither grade nor group nor place, for then there is
 * nothing to answer. `today`: a day in China; `cityCode`: where a place of that name is looked for first.
 */
export function childViewOf(
  input: ChildInput,
  { today, cityCode }: { today: string; cityCode?: string | undefined },
): ChildView | undefined {
  if (input.grade === undefined && input.identity === undefined && input.near === undefined) return undefined
  return {
    grade: input.grade === undefined ? undefined : gradeOfSlug(input.grade),
    year: input.year ?? nextEntryYear(today),
    identity: input.identity,
    stay: input.stay,
    bus: input.bus === true,
    near: input.near === undefined ? undefined : pointOf(input.near, cityCode),
  }
}

/** Whole CNY. */
const cny = z.int().nonnegative()
const costPart = z.object({
  label: z.string(),
  amount: cny,
  per: z.enum(['year', 'once']),
  refundable: z.boolean().optional(),
})
/** What one grade costs (`costFor`): tuition of exactly this grade, its sums and what they consist of, in CNY. */
const cost = z.object({
  stay: z.enum(['day', 'boarding']),
  tuition: cny.optional(),
  school_year: z.int().optional(),
  source: z.string().optional(),
  source_date: z.iso.date().optional(),
  yearly: cny.optional(),
  first_year: cny.optional(),
  refundable: cny.optional(),
  parts: z.array(costPart),
  unassigned: z.array(costPart),
  missing: z.array(z.enum(['tuition', 'lodging', 'bus'])),
  unavailable: z.literal(true).optional(),
  /** Where it is unavailable: the yearly cost of living as the school has places for, a floor while `isFloor`. */
  otherwise: z.object({ yearly: cny, isFloor: z.boolean(), school_year: z.int().optional() }).optional(),
})

/** What a school means for one child; absent parts were not asked for or are not known. */
export const childAnswer = z.object({
  grade: z.string().optional(),
  year: z.int(),
  entry: z
    .object({
      verdict: z.enum(entryVerdicts.map(({ slug }) => slug)),
      reason: z.string(),
      /** What to ask the school. */
      ask: z.array(z.string()),
      /** The verdict is `no` because the school has no place of this kind, and for nothing else. */
      lacks_place: z.enum(['day', 'boarding']).optional(),
      /** The verdict is `no` because the school takes nobody of the child's group. */
      refuses_identity: z.literal(true).optional(),
      source: z.string().optional(),
      source_date: z.iso.date().optional(),
    })
    .optional(),
  cost: cost.optional(),
  /**
   * The next step that must not be missed; `days` until it (its last day), negative when it is over. Of an opening of the
   * registration that lies ahead the days until it, and in `closes` the registration's last day where it is known.
   */
  deadline: admissionStep.extend({ days: z.int(), closes: z.iso.date().optional() }).optional(),
  /** The straight line from `near` in metres. */
  distance: z.int().optional(),
  /** The bus stop nearest to `near` within 3 km, with the straight line to it in metres; then its price is the bus’s. */
  bus_stop: busStop.extend({ distance: z.int() }).optional(),
})
export type ChildAnswer = z.output<typeof childAnswer>

/** What is known of a school that an answer for a child is made from. */
export type ChildSource = EntrySource &
  CostSource & {
    admission_steps: readonly AdmissionStep[]
    bus_stops: readonly BusStop[]
    lat?: number | undefined
    lng?: number | undefined
  }

/** A stop farther from home than this many metres is no place to get on. */
export const longestWayToStop = 3000

/** The stop nearest to a point among those near enough to get on. */
export function nearestStop(stops: readonly BusStop[], near: Coordinates): ChildAnswer['bus_stop'] {
  return stops
    .flatMap((stop) =>
      stop.lat === undefined || stop.lng === undefined
        ? []
        : [{ ...stop, distance: distanceBetween(near, { lat: stop.lat, lng: stop.lng }) }],
    )
    .filter(({ distance }) => distance <= longestWayToStop)
    .toSorted((a, b) => a.distance - b.distance)[0]
}

/** What a school means for a child. `today` is a day in China. */
export function answerFor(source: ChildSource, child: ChildView, today: string): ChildAnswer {
  const { grade: asked, year, identity, stay, bus, near: place } = child
  const level = asked?.level
  const stop = place && nearestStop(source.bus_stops, place)
  const isJudged = asked !== undefined || identity !== undefined
  const { lat, lng } = source
  return {
    ...(asked === undefined ? {} : { grade: asked.slug }),
    year,
    ...(isJudged ? { entry: judgeEntry(source, { level, identity, stay, year }) } : {}),
    ...(level === undefined ? {} : { cost: costFor(source, { level, stay, bus, busPrice: stop?.price }) }),
    ...(isJudged ? { deadline: nextDeadline(source.admission_steps, { level, year, today }) } : {}),
    ...(place && lat !== undefined && lng !== undefined
      ? { distance: distanceBetween(place, { lat, lng }) }
      : {}),
    ...(stop === undefined ? {} : { bus_stop: stop }),
  }
}
