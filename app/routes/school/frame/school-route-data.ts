import type { SchoolDetailData } from '#server/contract/schools.ts'
import { schoolLinks } from '#app/school/school-links.server.ts'
import { withoutAlt } from '../content-views.ts'
import type { SchoolPart, SchoolRouteData } from '#app/school/school-data.ts'

/**
 * Loader data of a school's pages: all facts, and only the texts and fees of the current section, by the `path` of
 * the page.
 */
export function schoolRouteData(school: SchoolDetailData, path: string): SchoolRouteData {
  const part = path.split('/')[3]?.toLowerCase() ?? ''
  const { about, admissions, child: _answer, fees, lat: _lat, lng: _lng, logo, ...facts } = school
  return {
    detailInfo: {
      ...facts,
      ...(logo && { logo: withoutAlt(logo) }),
      about: part === 'aboutus' ? about : part === '' ? firstParagraphOf(about) : [],
      admissions: part === 'admissions' ? admissions : [],
      fees: part === 'admissions' || part === '' ? fees : [],
    },
    parts: partsOf(school),
    links: schoolLinks(school),
  }
}

/** The first paragraph of the first text. */
function firstParagraphOf([first]: SchoolDetailData['about']): SchoolDetailData['about'] {
  return first === undefined ? [] : [{ title: first.title, body: /<p>.*?<\/p>/s.exec(first.body)?.[0] ?? '' }]
}

function partsOf({ about, admissions, counts, fees, tuition_min }: SchoolDetailData): SchoolPart[] {
  const filled: Record<SchoolPart, boolean> = {
    aboutus: about.length > 0 || counts.envs > 0,
    admissions: admissions.length > 0 || fees.length > 0 || tuition_min !== undefined,
    teachers: counts.teachers > 0,
    graduates: counts.graduates > 0,
    news: counts.views > 0,
    // Always shown: the first question can be asked there.
    faq: true,
  }
  const order: SchoolPart[] = ['aboutus', 'admissions', 'teachers', 'graduates', 'news', 'faq']
  return order.filter((part) => filled[part])
}
