import { and, arrayContains, between, eq, getTableColumns, ne, not, sql, type SQL } from 'drizzle-orm'
import type { listBusStops } from '#server/contract/child/bus-stops.ts'
import { longestWayToStop, nearestStop, pointOf, type ChildView } from '#server/contract/child/child.ts'
import { distanceBetween, type Coordinates } from '#server/contract/child/distance.ts'
import type { BusStop } from '#server/contract/child/school-entry.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { Database } from '../connect.ts'
import { school, schoolBusStop, schoolSearch } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'
import { withoutNulls } from '../without-nulls.ts'

/** Metres of one degree of latitude, rather too few. */
const metresOfDegree = 111_000

/** Whether what a school says of its bus is past its life. */
const isStale = sql<boolean>`${arrayContains(schoolSearch.staleFacts, ['bus_lines'])}`

/** Condition on stops: they lie in a square around a place that holds every point within so many metres. */
function around({ lat, lng }: Coordinates, metres: number): SQL | undefined {
  const latitudes = metres / metresOfDegree
  const longitudes = latitudes / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  return and(
    between(schoolBusStop.lat, lat - latitudes, lat + latitudes),
    between(schoolBusStop.lng, lng - longitudes, lng + longitudes),
  )
}

/**
 * What a child that takes the bus from a place pays a year, by the ids of the schools that state a price for the stop where
 * it gets on, in prices that are not past their life. One statement; none for other children.
 */
export async function findStopPrices(
  db: Database,
  { bus, grade, near }: ChildView,
): Promise<Record<string, number>> {
  if (!bus || grade === undefined || near === undefined) return {}
  const rows = await db
    .select(getTableColumns(schoolBusStop))
    .from(schoolBusStop)
    .innerJoin(schoolSearch, and(eq(schoolSearch.schoolId, schoolBusStop.schoolId), visible(schoolSearch)))
    .where(and(around(near, longestWayToStop), not(isStale)))
    .orderBy(schoolBusStop.position)
  const stops = new Map<number, BusStop[]>()
  for (const { schoolId, position: _, sourceDate: __, ...stop } of rows.map(withoutNulls))
    stops.set(schoolId, [...(stops.get(schoolId) ?? []), stop])
  return Object.fromEntries(
    [...stops].flatMap(([id, ofSchool]) => {
      const price = nearestStop(ofSchool, near)?.price
      return price === undefined ? [] : [[id, price]]
    }),
  )
}

/** Stops of the buses of schools that are not closed around a place, nearest first; none of a line past its life has a price. One statement. */
export async function findBusStops(
  db: Database,
  input: ParsedInputOf<typeof listBusStops>,
): Promise<DataOf<typeof listBusStops>> {
  const place = pointOf(input.near, input.city_code)
  if (place === undefined) return { items: [] }
  const rows = await db
    .select({ stop: schoolBusStop, name: school.name, isStale: isStale.as('is_stale') })
    .from(schoolBusStop)
    .innerJoin(school, eq(school.id, schoolBusStop.schoolId))
    .innerJoin(schoolSearch, and(eq(schoolSearch.schoolId, school.id), visible(schoolSearch)))
    .where(
      and(
        around(place, input.within),
        input.city_code === undefined ? undefined : eq(school.cityCode, input.city_code),
        ne(school.state, 'closed'),
        visible(school),
      ),
    )
  const items = rows.flatMap(({ stop, name, isStale: isPast }) => {
    const {
      schoolId,
      position: _,
      sourceDate,
      ...facts
    } = withoutNulls({ ...stop, ...(isPast && { price: null }) })
    if (facts.lat === undefined || facts.lng === undefined) return []
    const distance = distanceBetween(place, { lat: facts.lat, lng: facts.lng })
    if (distance > input.within) return []
    return [{ ...facts, source_date: sourceDate, school: { id: schoolId, name }, distance }]
  })
  return {
    items: items
      .toSorted((a, b) => a.distance - b.distance || a.school.id - b.school.id)
      .slice(0, input.page_size),
  }
}
