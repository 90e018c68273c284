import { latestDay } from '#server/contract/catalogue/fact-statements.ts'
import { factLabel } from '#server/contract/catalogue/school-facts.ts'
import type { CityCode } from '#server/contract/cities.ts'
import { cityOfCode } from '#server/contract/cities.ts'
import { shownCost, yearlyCostLabel, yearlyCostText } from '#server/contract/child/cost-for.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import type { getOpenDay } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { tuitionText } from '#server/contract/money-text.ts'
import type { listRankings } from '#server/contract/schools/rankings.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { boardings, curricula, kinds, labelOf, schoolStates, stages } from '#server/contract/vocabulary.ts'
import { chinaDayAndClock, chinaWeekday } from '../../china-time.ts'
import type { Poster } from '../images/picture-tasks.ts'

/** What a poster can be about. */
export const posterKinds = ['school', 'openday', 'ranking', 'compare'] as const
export type PosterKind = (typeof posterKinds)[number]

type OpenDay = DataOf<typeof getOpenDay>
type Ranking = DataOf<typeof listRankings>['items'][number]

const mostFacts = 3

const cityName = (code: CityCode) => cityOfCode(code)?.name ?? ''

const labelsOf = <Slug extends string>(
  terms: readonly { slug: Slug; label: string }[],
  slugs: readonly Slug[],
) => (slugs.length === 0 ? undefined : slugs.map((slug) => labelOf(terms, slug)).join('、'))

const joined = (parts: readonly (string | undefined)[]) =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ')

function tuitionOf({ state, tuition_min: min, tuition_max: max }: SchoolDetailData): string | undefined {
  if (min === undefined && max === undefined) return undefined
  const text = max === 0 ? '免学费' : tuitionText(min, max)
  return state === 'closed' ? `停办前 ${text}` : text
}

/** What the school's page tells, in words; 这所学校的页面 where that is little. */
function toldBy({ admissions, counts, fees, tuition_min }: SchoolDetailData): string {
  const parts = [
    fees.length > 0 || tuition_min !== undefined ? '费用' : undefined,
    admissions.length > 0 ? '招生' : undefined,
    counts.teachers > 0 ? '师资' : undefined,
    counts.answers > 0 ? '问答' : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? '这所学校的页面' : parts.join('、')
}

/** What a year costs the child that the school's answer is about; undefined where none was named or it is not known. */
function costOf({ child }: SchoolDetailData) {
  return child?.grade === undefined ? undefined : child.cost && shownCost(child.cost)
}

/** The fact of a school that says what it costs, for a child what its grade does: 一年要付, 五年级走读 24.8 万. */
function costFact(school: SchoolDetailData): readonly [label: string, text: string | undefined] {
  const cost = costOf(school)
  if (cost === undefined) return [factLabel('tuition_min'), tuitionOf(school)]
  const grade = gradeOfSlug(school.child?.grade ?? '')?.label ?? ''
  return [yearlyCostLabel, `${grade}${yearlyCostText(cost, '')}`]
}

/** The poster of a school: the first three known of the facts that decide, for a child its yearly cost first. */
export function schoolPoster(school: SchoolDetailData): Poster {
  const { boarding, class_size, city_code, cover, district, kind, passports, state } = school
  const day = latestDay(passports)
  const facts: (readonly [label: string, text: string | undefined])[] = [
    costFact(school),
    [factLabel('curricula'), labelsOf(curricula, school.curricula)],
    ['位置', joined([cityName(city_code), district?.name])],
    [factLabel('boarding'), boarding && labelOf(boardings, boarding)],
    ['班级', class_size === undefined ? undefined : `每班约 ${class_size} 人`],
  ]
  return {
    path: `/school/${school.id}/`,
    kicker: joined([
      state === 'open' ? undefined : labelOf(schoolStates, state),
      kind && labelOf(kinds, kind),
      labelsOf(stages, school.stages),
    ]),
    title: school.name,
    facts: facts
      .flatMap(([label, text]) => (text === undefined || text === '' ? [] : [{ label, text }]))
      .slice(0, mostFacts),
    notes: [
      `扫码看${toldBy(school)}`,
      ...(school.sample ? ['示例数据，不对应任何真实机构'] : day === undefined ? [] : [`资料截至 ${day}`]),
    ],
    ...(cover === undefined ? {} : { picture: cover }),
  }
}

const bookingTexts = {
  open: '可以预约，扫码看名额',
  full: '名额已满',
  closed: '预约已截止',
  not_offered: '不在本站预约，请直接联系学校',
  past: '已经结束',
  cancelled: '已经取消',
} as const

/** The poster of an open day, with a picture of its school. */
export function openDayPoster(day: OpenDay, school: SchoolDetailData | undefined): Poster {
  const [from, until] = [new Date(day.starts_at), new Date(day.ends_at)]
  const [first, last] = [chinaDayAndClock(from), chinaDayAndClock(until)]
  const [firstDay = '', firstClock = ''] = first.split(' ')
  const [lastDay = '', lastClock = ''] = last.split(' ')
  const period =
    firstDay === lastDay
      ? `${firstDay}（${chinaWeekday(from)}）${firstClock}–${lastClock}`
      : `${first} – ${lastDay} ${lastClock}`
  const cover = school?.cover
  return {
    path: `/openday/${day.id}/`,
    kicker: joined(['开放日', day.school?.name ?? cityName(day.city_code)]),
    title: day.title,
    facts: [
      { label: '时间', text: period },
      ...(day.place === undefined ? [] : [{ label: '地点', text: day.place }]),
      { label: '预约', text: bookingTexts[day.state] },
    ],
    notes: [
      '扫码看活动内容和预约办法',
      ...(school?.sample === true ? ['示例数据，不对应任何真实机构'] : ['时间如有改动，以扫码看到的为准']),
    ],
    ...(cover === undefined ? {} : { picture: cover }),
  }
}

/** The poster of a ranked list: its first three schools, without a picture, which would be that of one of them. */
export function rankingPoster({ city_code, id, paid, places, slug, title, year }: Ranking): Poster {
  const city = cityOfCode(city_code)
  const isSample = places.some(({ school }) => school.sample)
  return {
    path: `/toplist/${city?.pinyin ?? id}/?list=${slug}-${year}`,
    kicker: joined([`${cityName(city_code)}榜单`, `${year} 年`, paid ? '广告' : undefined]),
    title,
    facts: places
      .slice(0, mostFacts)
      .map(({ place, school }) => ({ label: `第 ${place} 名`, text: school.name })),
    notes: [
      `共 ${places.length} 所，扫码看评分方法和全部名次`,
      ...(isSample ? ['榜上有示例数据，不对应任何真实机构'] : []),
    ],
  }
}

/** A school's yearly cost for the child, else its tuition. */
function priceOf(school: SchoolDetailData): string | undefined {
  const cost = costOf(school)
  return cost === undefined ? tuitionOf(school) : yearlyCostText(cost)
}

/** The poster of a comparison: each school with its place and tuition, for a child with what its grade costs a year. */
export function comparisonPoster(schools: readonly SchoolDetailData[]): Poster {
  const cities = new Set(schools.map(({ city_code }) => city_code))
  const [city] = cities.size === 1 ? cities : []
  const grade = gradeOfSlug(schools[0]?.child?.grade ?? '')?.label
  return {
    path: `/compare/?ids=${schools.map(({ id }) => id).join(',')}`,
    kicker: joined(['学校对比', city && cityName(city), grade]),
    title: `${schools.length} 所学校对比`,
    facts: schools.map((school) => ({
      // The city is known of each school.
      label:
        joined([
          city === undefined ? cityName(school.city_code) : undefined,
          school.district?.name,
          priceOf(school),
        ]) || cityName(school.city_code),
      text: school.name,
    })),
    notes: [
      '扫码逐项比',
      ...(schools.some(({ sample }) => sample) ? ['有示例数据，不对应任何真实机构'] : []),
    ],
  }
}
