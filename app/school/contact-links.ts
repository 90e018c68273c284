import type { SchoolDetailData } from '#server/contract/schools.ts'
import { gcj02Of } from '#server/contract/gcj02.ts'
import { cityOfSchool } from './school-data.ts'

/** External links of a school. */

/** The first phone number of a text as a `tel:` URL, an extension after a pause; undefined without digits. */
export function telephoneLink(phone: string): string | undefined {
  const [, main, extension] =
    /(\+?\d[\d\s()（）–-]{4,})(?:\s*(?:转|ext\.?|#)\s*(\d{1,6}))?/i.exec(phone) ?? []
  const digits = main?.replace(/[^\d+]/g, '')
  if (digits === undefined || digits.length < 5) return undefined
  return `tel:${digits}${extension === undefined ? '' : `,${extension}`}`
}

/** The URL of a school's website when the stored text is an HTTP address; other schemes are never linked. */
export function websiteLink(website: string): string | undefined {
  const text = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(website) ? `http://${website}` : website
  try {
    const url = new URL(text)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
  } catch {
    return undefined
  }
}

/** The school on AMap: its coordinates when known, else a search for its address; undefined without either. */
export function mapLink(school: SchoolDetailData): string | undefined {
  const { address, lat, lng, name } = school
  if (lat !== undefined && lng !== undefined) {
    const place = gcj02Of({ lat, lng })
    const position = `${place.lng.toFixed(6)},${place.lat.toFixed(6)}`
    return `https://uri.amap.com/marker?${new URLSearchParams({ position, name, coordinate: 'gaode' }).toString()}`
  }
  if (address === undefined) return undefined
  const keyword = `${cityOfSchool(school).name}${address}`
  return `https://uri.amap.com/search?${new URLSearchParams({ keyword, view: 'map' }).toString()}`
}

/** A web search for the official site of a school that has none on record. */
export function officialSearchLink(school: { name: string }): string {
  return `https://www.baidu.com/s?${new URLSearchParams({ wd: `${school.name} 官网` }).toString()}`
}
