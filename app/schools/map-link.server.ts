import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { gcj02Of } from '#server/contract/gcj02.ts'
import { cityOfSchool } from './school-data.ts'

/** The school on AMap: its coordinates when known, else a search for its address; undefined without either. */
export function mapLink(school: SchoolDetailData): string | undefined {
  const { address, lat, lng, name } = school
  if (lat !== undefined && lng !== undefined) {
    const place = gcj02Of({ lat, lng })
    const position = `${place.lng.toFixed(6)},${place.lat.toFixed(6)}`
    return `https://uri.amap.com/marker?${new URLSearchParams({ position, name, coordinate: 'gaode' }).toString()}`
  }
  return address === undefined ? undefined : addressMapLink(cityOfSchool(school).name, address)
}

/** A search for an address of a city on AMap, without its parts in brackets. */
export function addressMapLink(city: string, address: string): string {
  const plain = address.replace(/（[^）]*）/g, '').trim()
  const keyword = plain.startsWith(city) ? plain : `${city}${plain}`
  return `https://uri.amap.com/search?${new URLSearchParams({ keyword, view: 'map' }).toString()}`
}
