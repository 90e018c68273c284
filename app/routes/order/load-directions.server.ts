import { cityOfCode } from '#server/contract/cities.ts'
import { pointOf } from '#server/contract/child/child.ts'
import { distanceBetween } from '#server/contract/child/distance.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { apiFor } from '#app/api/client.server.ts'
import { rememberedChild } from '#app/child/child-cookie.server.ts'
import { travelText } from '#app/child/child-texts.server.ts'
import { placeLabel } from '#app/child/read-child.server.ts'
import { stopText } from '#app/child/text-for-child.server.ts'
import type { Caller } from '#app/load-context.ts'
import type { MappedSchool, Start } from '#app/schools/city-map.tsx'
import type { Position } from '#app/schools/map-layout.ts'
import { isActive } from '#app/leads/lead-labels.ts'
import type { Lead } from '#app/leads/load-lead.server.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import { addressMapLink, mapLink } from '#app/schools/map-link.server.ts'
import { cityOfSchool } from '#app/schools/school-data.ts'

/** View model of the way to a school, or to another place of an open day. */
export type DirectionsView = {
  city: { name: string; code: string }
  /** Whose address it is, and the address. */
  address: string | undefined
  /** Link to the maps app. */
  map: string
  /** The school on the drawn map. */
  school?: MappedSchool
  /** Districts that the map shows around it. */
  around: Position[]
  start?: Start
  /** Time from the start, as a sentence. */
  travel?: string
  /** The nearest stop of the school bus, as a sentence. */
  bus?: string
}

/** How many districts the map shows around a school. */
const shownDistricts = 4

/**
 * The way to the school or place of an active lead that is about a visit and has a seat: its address, its
 * surroundings, and from where this browser's child sets out the estimated time and the nearest stop of the school
 * bus. Undefined for every other lead, for a school without address and coordinates, and when the school cannot be
 * read.
 */
export async function loadDirections(caller: Caller, lead: Lead): Promise<DirectionsView | undefined> {
  const { school: named, order_type: type, status } = lead
  if (!isActive(status) || status === 'waiting' || (type !== 'openday' && type !== 'order')) return undefined
  if (named === undefined) return directionsToPlace(lead)
  if (named.withdrawn === true) return undefined
  const { near } = rememberedChild(caller.request).child
  const input = { id: named.id, ...(near === undefined ? {} : { near }) }
  const school = await optionalPart(apiFor(caller)(getSchool, input, { city: 'all' }), caller)
  const map = school && mapLink(school)
  if (school === undefined || map === undefined) return undefined
  const { id, name, lat, lng, address, child: answer } = school
  const city = cityOfSchool(school)
  const from = placeLabel({ near }, city.code)
  const start = from === undefined || near === undefined ? undefined : pointOf(near, city.code)
  const place = lat === undefined || lng === undefined ? undefined : { lat, lng }
  const around =
    place &&
    districtsOf(city.code)
      .toSorted((one, other) => distanceBetween(place, one) - distanceBetween(place, other))
      .slice(0, shownDistricts)
      .map((district) => ({ lat: district.lat, lng: district.lng }))
  const travel = answer && from !== undefined ? travelText(answer) : undefined
  const stop = answer && from !== undefined ? stopText(answer, from) : undefined
  return {
    city: { name: city.name, code: city.code },
    address: address && `学校地址：${address}`,
    map,
    ...(place && { school: { ...place, id, name } }),
    around: around ?? [],
    ...(start && from !== undefined ? { start: { ...start, name: from } } : {}),
    ...(travel === undefined ? {} : { travel: `从${from}${travel}。` }),
    ...(stop === undefined ? {} : { bus: `入学以后，${stop}。` }),
  }
}

/** The way to an open day of no single school. */
function directionsToPlace({ city_code: code, open_day: day }: Lead): DirectionsView | undefined {
  const city = cityOfCode(code)
  const place = day?.place
  if (city === undefined || place === undefined) return undefined
  return {
    city: { name: city.name, code },
    address: `地点：${place}`,
    map: addressMapLink(city.name, place),
    around: [],
  }
}
