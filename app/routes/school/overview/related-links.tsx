import { schoolListPath } from '#app/paths.ts'
import {
  cityOfSchool,
  districtOrCityName,
  useSchoolRoute,
  type ShownSchool,
} from '#app/schools/school-data.ts'

/** Related links of a school whose page says little: its own site, schools near it. */
export function RelatedLinks({ school }: { school: ShownSchool }) {
  const { search, site } = useSchoolRoute().links
  return (
    <p className="words">
      <a className="word" href={site ?? search}>
        {site === undefined ? '在百度搜索学校官网' : '打开学校官网'}
      </a>
      <a className="word" href={schoolListPath(cityOfSchool(school), school.district?.slug)}>
        看{districtOrCityName(school)}的其他学校
      </a>
    </p>
  )
}
