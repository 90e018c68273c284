import { passportsAbout } from '#server/contract/catalogue/fact-statements.ts'
import { schoolColumn, type StatedFact } from '#server/contract/catalogue/school-columns.ts'
import {
  factSheet,
  isFigureFact,
  schoolLines,
  type SchoolFactName,
} from '#server/contract/catalogue/school-facts.ts'
import { omit } from '#server/contract/catalogue/typed-records.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { getCityMedians } from '#server/contract/schools/fact-summary.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { factOrigins } from '#app/schools/fact-origins.server.ts'
import { schoolLinks } from '#app/schools/school-links.server.ts'
import { countFacts, factLine, figureText } from '#app/schools/fact-labels.ts'
import { moneyText } from '#app/ui/text/format.ts'
import { rankingTitle } from '#app/ui/text/school-text.ts'
import { withoutAlt } from '../content-views.ts'
import {
  cityOfSchool,
  type SheetLine,
  type SchoolPart,
  type SchoolRouteData,
} from '#app/schools/school-data.ts'

/** Facts that the fact sheet alone shows, as texts; the address has a link beside it. */
const sheetFacts = [
  ...schoolLines,
  'deposit',
  'foreign_teachers',
  'founded',
  'head_since',
  'students',
  'teacher_tenure',
] as const satisfies readonly SchoolFactName[]

/**
 * Loader data of a school's pages: the facts that they show, and only the texts of the current section, by the `path` of
 * the page; `medians`: those of its city.
 */
export function schoolRouteData(
  school: SchoolDetailData,
  path: string,
  medians: readonly CityMedian[] = [],
): SchoolRouteData {
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
  const others = { ...omit(more, sheetFacts), address: school.address }
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
    ...(part === '' ? { sheet: sheetOf(school, medians), origins: factOrigins(passports) } : {}),
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

/** With so many known facts, or fewer, the page says that little is known. */
const littleKnown = 7

function gapsOf(school: SchoolDetailData): Pick<SchoolRouteData, 'gaps'> {
  const { missing, known } = countFacts(school)
  if (missing === 0) return {}
  return { gaps: { missing, ...(known > littleKnown ? {} : { isLittleKnown: true }) } }
}

type CityMedian = DataOf<typeof getCityMedians>['figures'][number]

function sheetOf(school: SchoolDetailData, medians: readonly CityMedian[]): SheetLine[] {
  return factSheet.flatMap((name) => {
    const { label, value, isNotPublished } = factLine(school, name)
    if (value === undefined) return []
    if (isNotPublished) return { label, value, isNotPublished }
    const found = medians.find(({ fact }) => fact === name)
    return { label, value, ...(found === undefined ? {} : { note: medianText(found) }) }
  })
}

/** The median of a city's figure and of how many schools: 同城 44 所的中位数 24人. */
function medianText({ fact, median, schools }: CityMedian): string {
  const text = isFigureFact(fact) ? figureText(fact, median) : moneyText(median)
  return `同城 ${schools} 所${isFigureFact(fact) ? '' : schoolColumn(fact).header}的中位数 ${text}`
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
