import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { officialSearchLink, telephoneLink, websiteLink } from './contact-links.ts'
import { mapLink } from './map-link.server.ts'
import type { SchoolLinks } from './school-data.ts'

/** The links of a school; those that it has no data for are absent. */
export function schoolLinks(school: SchoolDetailData): SchoolLinks {
  const { phone, website } = school
  const map = mapLink(school)
  const call = phone === undefined ? undefined : telephoneLink(phone)
  const site = website === undefined ? undefined : websiteLink(website)
  return {
    ...(map === undefined ? {} : { map }),
    ...(call === undefined ? {} : { call }),
    ...(site === undefined ? { search: officialSearchLink(school) } : { site }),
  }
}
