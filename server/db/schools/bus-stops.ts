import { and, between, eq, ne, type SQL } from 'drizzle-orm'
import type { listBusStops } from '#server/contract/child/bus-stops.ts'
import { pointOf } from '#server/contract/child/child.ts'
import { distanceBetween } from '#server/contract/child/distance.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { Database } from '../connect.ts'
import { school, schoolBusStop } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'
import { withoutNulls } from '../without-nulls.ts'

/** Metres of one degree of latitude, rather too few. */
const metresOfDegree = 111_000

/** Stops of the buses of schools that are not closed around a place, nearest first. One statement. */
export async function findBusStops(
  db: Database,
  input: ParsedInputOf<typeof listBusStops>,
): Promise<DataOf<typeof listBusStops>> {
  const place = pointOf(input.near, input.city_code)
  if (place === undefined) return { items: [] }
  const { lat, lng } = place
  const latitudes = input.within / metresOfDegree
  const longitudes = latitudes / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  const around: SQL[] = [
    between(schoolBusStop.lat, lat - latitudes, lat + latitudes),
    between(schoolBusStop.lng, lng - longitudes, lng + longitudes),
  ]
  const rows = await db
    .select({ stop: schoolBusStop, name: school.name })
    .from(schoolBusStop)
    .innerJoin(school, eq(school.id, schoolBusStop.schoolId))
    .where(
      and(
        ...around,
        input.city_code === undefined ? undefined : eq(school.cityCode, input.city_code),
        ne(school.state, 'closed'),
        visible(school),
      ),
    )
  const items = rows.flatMap(({ stop, name }) => {
    const { schoolId, position: _, sourceDate, ...facts } = withoutNulls(stop)
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
