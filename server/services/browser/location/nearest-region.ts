import { cities } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { borderPlaces, type BorderPlace } from './border-places.ts'
import { districtCode } from './district-codes.ts'

const country = '100000'
/** Distance in km beyond which a position's region is unknown. */
const reachKm = 60
const kmPerDegree = 111.2

const places: readonly BorderPlace[] = [
  ...cities.flatMap(({ code }) =>
    districtsOf(code).map(({ slug, lat, lng }) => ({ adcode: districtCode(code, slug), lat, lng })),
  ),
  ...borderPlaces,
]

/** The adcode of the district nearest to a WGS-84 position; the whole country's beyond the table. */
export function nearestRegion(lat: number, lng: number): string {
  let nearest = { adcode: country, km: reachKm }
  for (const place of places) {
    const km = distanceKm(place, lat, lng)
    if (km < nearest.km) nearest = { adcode: place.adcode, km }
  }
  return nearest.adcode
}

/** Equirectangular approximation, accurate to 1 % over 60 km. */
function distanceKm(place: BorderPlace, lat: number, lng: number): number {
  const north = place.lat - lat
  const east = (place.lng - lng) * Math.cos((lat / 180) * Math.PI)
  return Math.hypot(north, east) * kmPerDegree
}
