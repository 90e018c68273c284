import { passportsAbout } from '#server/contract/catalogue/fact-statements.ts'
import { factSheet, type StatedFact } from '#server/contract/catalogue/school-columns.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { factOrigins } from '#app/schools/fact-origins.server.ts'
import { schoolLinks } from '#app/schools/school-links.server.ts'
import { countMissing, factLine } from '#app/schools/fact-labels.ts'
import { rankingTitle } from '#app/ui/text/school-text.ts'
import { withoutAlt } from '../content-views.ts'
import {
  cityOfSchool,
  type SheetLine,
  type SchoolPart,
  type SchoolRouteData,
} from '#app/schools/school-data.ts'

/**
 * Loader data of a school's pages: the facts that they show, and only the texts of the current section, by the `path` of
 * the page.
 */
export function schoolRouteData(school: SchoolDetailData, path: string): SchoolRouteData {
  const part = path.split('/')[3]?.toLowerCase() ?? ''
  const {
    about,
    admissions,
    child: _answer,
    entry: _entry,
    fees: _fees,
    lat: _lat,
    lng: _lng,
    logo,
    rankings,
    passports,
    updated_at: _updated,
    website: _website,
    ...more
  } = school
  const { foreign_teachers: _share, founded: _founded, students: _students, ...others } = more
  // Of these only the admissions section says more than the fact sheet.
  const { total_cost_max: _most, total_cost_min: _least, ...shown } = others
  const facts = part === 'admissions' ? others : shown
  const city = cityOfSchool(school).name
  const unpaid = rankings.filter(({ paid }) => !paid).toSorted((a, b) => a.place - b.place)
  const ranked = [
    ...unpaid
      .slice(0, 2)
      .map(({ place, title }) => `${rankingTitle(title, city).trim()} 第\u00a0${place}\u00a0名`),
    ...(unpaid.length > 2 ? [`等 ${unpaid.length}\u00a0张榜单`] : []),
  ].join('，')
  return {
    detailInfo: {
      ...facts,
      ...(logo && { logo: withoutAlt(logo) }),
      ...(part === 'aboutus' && { about }),
      ...(part === 'admissions' && { admissions }),
    },
    ...(ranked === '' ? {} : { ranked }),
    ...gapsOf(school),
    ...(part === '' ? { sheet: sheetOf(school), origins: factOrigins(passports) } : {}),
    ...(part === 'admissions' ? { origins: factOrigins(passportsAbout(passports, admissionFacts)) } : {}),
    parts: partsOf(school),
    links: schoolLinks(school),
  }
}

/** The facts that the admissions section shows. */
const admissionFacts = [
  'tuition_min',
  'total_cost_min',
  'tuition',
  'fees',
  'entry_grades',
  'eligibility',
  'admission_steps',
] as const satisfies readonly StatedFact[]

/** From this many unknown facts on, the page says that little is known. */
const littleKnownFrom = 7

function gapsOf(school: SchoolDetailData): Pick<SchoolRouteData, 'gaps'> {
  const missing = countMissing(school)
  if (missing === 0) return {}
  return { gaps: { missing, ...(missing < littleKnownFrom ? {} : { isLittleKnown: true }) } }
}

function sheetOf(school: SchoolDetailData): SheetLine[] {
  return factSheet.flatMap((name) => {
    const { label, value, isNotPublished } = factLine(school, name)
    return value === undefined ? [] : { label, value, ...(isNotPublished ? { isNotPublished } : {}) }
  })
}

function partsOf({
  about,
  admissions,
  counts,
  fees,
  recipient,
  tuition_min,
}: SchoolDetailData): SchoolPart[] {
  const filled: Record<Exclude<SchoolPart, 'correction'>, boolean> = {
    aboutus: about.length > 0 || counts.envs > 0,
    admissions: admissions.length > 0 || fees.length > 0 || tuition_min !== undefined,
    teachers: counts.teachers > 0,
    graduates: counts.graduates > 0,
    news: counts.views > 0,
    // The first question can be asked there.
    faq: counts.answers > 0 || recipient !== undefined,
  }
  const order: (keyof typeof filled)[] = ['aboutus', 'admissions', 'teachers', 'graduates', 'news', 'faq']
  return order.filter((part) => filled[part])
}
