import { distanceBetween, estimateTravel } from '#server/contract/child/distance.ts'
import type { listOpenDays } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { chinaDay } from '#app/china-time.ts'

type OpenDay = DataOf<typeof listOpenDays>['items'][number]

/** The most schools of a plan. */
export const mostPlanned = 5

/** The most open days of a school that a plan chooses from, the soonest ones. */
const mostCandidates = 6

/** A school to visit; without coordinates where it is not known where it is. */
export type PlannedSchool = { id: number; lat?: number | undefined; lng?: number | undefined }

/** The way between the schools of two open days of a day: metres in a straight line where known, and minutes of time for it. */
export type Way = { metres?: number; gap: number }

/** Why a plan has no open day of a school: it has none, none that can be booked, or each clashes with one of the plan. */
export type Unplanned = {
  school: number
  why: 'none' | 'not-bookable' | 'clash'
  /** The soonest one of those that there are. */
  nearest?: OpenDay
  /** The one of the plan that `nearest` clashes with, and whether only the way between them takes too long. */
  clash?: { with: OpenDay; isFar: boolean }
}

/** Visits by day in the order of their times, each with the way from the one before on that day. */
export type Plan = {
  days: { day: string; stops: { openDay: OpenDay; way?: Way }[] }[]
  unplanned: Unplanned[]
}

/**
 * Chooses one bookable open day of each school so that a family can see as many of them as possible, on as few days and as
 * soon as possible. Between two on one day there is time for the slow end of the estimated way.
 */
export function planVisits(schools: readonly PlannedSchool[], openDays: readonly OpenDay[]): Plan {
  const own = (id: number) => openDays.filter(({ school }) => school?.id === id)
  const candidates = schools.map(({ id }) =>
    own(id)
      .filter(({ state }) => state === 'open')
      .slice(0, mostCandidates),
  )
  const chosen = bestOf(candidates, (one, other) => clashOf(one, other, schools) === undefined)
  const days = [...new Set(chosen.map(dayOf))].map((day) => {
    const visits = chosen.filter((openDay) => dayOf(openDay) === day)
    return {
      day,
      stops: visits.map((openDay, at) => {
        const before = visits[at - 1]
        return before === undefined ? { openDay } : { openDay, way: wayBetween(before, openDay, schools) }
      }),
    }
  })
  const unplanned = schools.flatMap(({ id }, at): Unplanned[] => {
    if (chosen.some(({ school }) => school?.id === id)) return []
    const [bookable] = candidates[at] ?? []
    const nearest = bookable ?? own(id).find(({ state }) => state !== 'cancelled' && state !== 'past')
    if (nearest === undefined) return [{ school: id, why: 'none' }]
    if (bookable === undefined) return [{ school: id, why: 'not-bookable', nearest }]
    const clash = chosen.flatMap((openDay) => clashOf(bookable, openDay, schools) ?? [])[0]
    return [{ school: id, why: 'clash', nearest, ...(clash === undefined ? {} : { clash }) }]
  })
  return { days, unplanned }
}

function dayOf({ starts_at }: OpenDay): string {
  return chinaDay(new Date(starts_at))
}

/** The best choice of at most one open day of each school, in the order of their times. */
function bestOf(
  candidates: readonly (readonly OpenDay[])[],
  fits: (one: OpenDay, other: OpenDay) => boolean,
): OpenDay[] {
  let best: OpenDay[] = []
  const choose = (at: number, chosen: readonly OpenDay[]): void => {
    const own = candidates[at]
    if (own === undefined) {
      if (isBetter(chosen, best)) best = [...chosen]
      return
    }
    for (const openDay of own)
      if (chosen.every((other) => fits(openDay, other))) choose(at + 1, [...chosen, openDay])
    choose(at + 1, chosen)
  }
  choose(0, [])
  return best.toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
}

/** Whether a choice has more schools than another, on fewer days, or sooner. */
function isBetter(one: readonly OpenDay[], other: readonly OpenDay[]): boolean {
  const keys = (choice: readonly OpenDay[]) => [
    -choice.length,
    new Set(choice.map(dayOf)).size,
    Math.max(...choice.map(({ ends_at }) => Date.parse(ends_at))),
    choice.reduce((sum, { starts_at }) => sum + Date.parse(starts_at), 0),
  ]
  const [left, right] = [keys(one), keys(other)]
  const at = left.findIndex((key, nth) => key !== right[nth])
  return at !== -1 && (left[at] ?? 0) < (right[at] ?? 0)
}

/** What speaks against two open days in one plan: they overlap, or the way between them takes too long. */
function clashOf(
  one: OpenDay,
  other: OpenDay,
  schools: readonly PlannedSchool[],
): Unplanned['clash'] | undefined {
  const [first, second] =
    Date.parse(one.starts_at) <= Date.parse(other.starts_at) ? [one, other] : [other, one]
  const { gap, metres } = wayBetween(first, second, schools)
  if (gap < 0) return { with: other, isFar: false }
  const needed = metres === undefined ? 0 : estimateTravel(metres).minutes[1]
  return gap < needed ? { with: other, isFar: true } : undefined
}

function wayBetween(first: OpenDay, second: OpenDay, schools: readonly PlannedSchool[]): Way {
  const [from, to] = [pointOf(first, schools), pointOf(second, schools)]
  return {
    gap: Math.floor((Date.parse(second.starts_at) - Date.parse(first.ends_at)) / 60_000),
    ...(from === undefined || to === undefined ? {} : { metres: distanceBetween(from, to) }),
  }
}

function pointOf({ school }: OpenDay, schools: readonly PlannedSchool[]) {
  const { lat, lng } = schools.find(({ id }) => id === school?.id) ?? {}
  return lat === undefined || lng === undefined ? undefined : { lat, lng }
}
