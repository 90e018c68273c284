import { cities } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { borderPlaces, type BorderPlace } from './border-places.ts'

const country = '100000'
/** Farther from every place of the table, the region is not known, in km. */
const reachKm = 60
const kmPerDegree = 111.2

const places: readonly BorderPlace[] = [
  ...cities.flatMap(({ code }) =>
    districtsOf(code).map(({ lat, lng }) => ({ adcode: `${code}00`, lat, lng })),
  ),
  ...borderPlaces,
]

/** The adcode of the region that a WGS-84 place is in, to the city; the whole country's where the table ends. */
export function nearestRegion(lat: number, lng: number): string {
  let nearest = { adcode: country, km: reachKm }
  for (const place of places) {
    const km = distanceKm(place, lat, lng)
    if (km < nearest.km) nearest = { adcode: place.adcode, km }
  }
  return nearest.adcode
}

/** On a plane that touches the earth there: good to 1 % over 60 km. */
function distanceKm(place: BorderPlace, lat: number, lng: number): number {
  const north = place.lat - lat
  const east = (place.lng - lng) * Math.cos((lat / 180) * Math.PI)
  return Math.hypot(north, east) * kmPerDegree
}
