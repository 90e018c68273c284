import type { SchoolDetailData } from '#server/contract/schools.ts'
import { schoolListPath } from '#app/paths.ts'
import { officialSearchLink, websiteLink } from '#app/school/contact-links.ts'
import { cityOfSchool, districtOrCityName } from '#app/school/school-data.ts'

/** Related links of a school whose page says little: its own site, schools near it. */
export function RelatedLinks({ school }: { school: SchoolDetailData }) {
  const site = school.website === undefined ? undefined : websiteLink(school.website)
  return (
    <p className="words">
      <a className="word" href={site ?? officialSearchLink(school)}>
        {site === undefined ? '在百度搜索学校官网' : '打开学校官网'}
      </a>
      <a className="word" href={schoolListPath(cityOfSchool(school), school.district?.slug)}>
        看{districtOrCityName(school)}的其他学校
      </a>
    </p>
  )
}
