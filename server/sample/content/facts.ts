import { toSnakeCase } from 'drizzle-orm/casing'
import type { SchoolStatement } from '#server/contract/catalogue/fact-statements.ts'
import { schoolColumn, statedFacts, type StatedFact } from '#server/contract/catalogue/school-columns.ts'
import { comparedFacts } from '#server/contract/catalogue/school-facts.ts'
import { shortDistrictName } from '#server/contract/district-name.ts'
import type { SchoolFee } from '#server/contract/child/school-entry.ts'
import { districtsOf } from '#server/contract/districts.ts'
import type { District } from '#server/contract/districts.ts'
import { sampleSource } from '#server/db/content/sample-rows.ts'
import type { Random } from './random.ts'
import { feesOf, tuitionOf } from './fees.ts'
import type { Flavour } from './flavours.ts'
import type { Profile } from './profiles.ts'
import type { SampleSchool } from './rows.ts'

/** Invented names of roads. */
export const roads: readonly string[] =
  '听泉 望山 桐荫 晴川 锦书 青柚 白鹭 石榴 栗园 星桥 芦汀 枫渡 灯塔 棉铃 竹影 杏林 云帆 麦浪 松涛 荷塘 琴台 采薇 归雁 拾贝 梧桐里 榕荫 橘园 月牙 砚池 风铃'.split(
    ' ',
  )
const roadKinds = ['路', '街', '大道', '一路', '二路', '北路', '南路']

/** A district by its weight; one that has no weight comes seldom, and only when `anywhere`. */
export function districtFor(flavour: Flavour, random: Random, anywhere: boolean): District {
  const list = districtsOf(flavour.code)
  const weights = list.map(({ slug }) => flavour.districts[slug] ?? (anywhere ? 0.3 : 0))
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0)
  const at = weights.findIndex((weight) => (left -= weight) < 0)
  return list[Math.max(0, at)] ?? random.pick(list)
}

/** A district's name without 区, 街道, 镇 and the like: 经开, 高新. */
export function shortArea(name: string): string {
  return shortDistrictName(name).replace(/区$/u, '')
}

const classSizes = {
  international: [16, 24],
  foreign: [14, 22],
  bilingual: [20, 30],
  private: [28, 40],
  public: [38, 48],
}
const ratios = {
  international: [5.5, 8.5],
  foreign: [5, 8],
  bilingual: [7, 10.5],
  private: [9, 13],
  public: [11, 14.5],
}
const foreigners = {
  international: [35, 65],
  foreign: [68, 92],
  bilingual: [15, 38],
  private: [4, 16],
  public: [1, 5],
}
const perGrade = {
  international: [58, 82],
  foreign: [30, 48],
  bilingual: [66, 110],
  private: [110, 190],
  public: [170, 250],
}
const years = {
  international: [1998, 2014],
  foreign: [1996, 2012],
  bilingual: [2000, 2015],
  private: [1997, 2014],
  public: [1985, 2014],
}

type Row = SampleSchool['row']
/** The facts of one school; some are forgotten later. */
export type Facts = Record<'students' | 'founded' | 'tuitionMin' | 'tuitionMax' | 'lat' | 'lng', number> & {
  address: string
} & Pick<
    Row,
    | 'kind'
    | 'stages'
    | 'curricula'
    | 'boarding'
    | 'founded'
    | 'students'
    | 'classSize'
    | 'teacherRatio'
    | 'foreignTeachers'
    | 'tuitionMin'
    | 'tuitionMax'
    | 'totalCostMin'
    | 'totalCostMax'
    | 'district'
    | 'address'
    | 'lat'
    | 'lng'
    | 'phone'
    | 'website'
  > & { fees: SchoolFee[] }

/** The facts of one school. `number` is its place in the city, from 1; it makes telephone numbers differ. */
export function makeFacts(
  profile: Profile,
  flavour: Flavour,
  district: District,
  { cityName, number, site }: { cityName: string; number: number; site: string },
  random: Random,
): Facts {
  const { kind } = profile
  const between = ([from, to]: readonly number[], step = 1) =>
    Math.round(random.int(Math.ceil((from ?? 0) / step), Math.floor((to ?? 0) / step)) * step * 10) / 10
  const tuition = tuitionOf(profile, flavour, random)
  const { fees, totalMin, totalMax } = feesOf(profile, tuition, flavour, random)
  const grades = profile.stages.reduce((sum, stage) => sum + (stage === 'primary' ? 6 : 3), 0)
  const students = Math.round((grades * between(perGrade[kind])) / 10) * 10
  return {
    kind,
    stages: [...profile.stages],
    curricula: [...profile.curricula],
    boarding: profile.boarding,
    founded: between(years[kind]),
    students,
    classSize: between(classSizes[kind]),
    teacherRatio: between(ratios[kind], 0.1),
    foreignTeachers: between(foreigners[kind]),
    tuitionMin: tuition.min,
    tuitionMax: tuition.max,
    totalCostMin: totalMin,
    totalCostMax: totalMax,
    fees,
    district: district.slug,
    address: `${cityName}市${district.name}${random.pick(roads)}${random.pick(roadKinds)}${random.int(2, 288)}号（示例地址）`,
    lat: near(district.lat, random),
    lng: near(district.lng, random),
    phone: `${flavour.areaCode}-${String(1000 + number).padStart(8, '0')}`,
    ...(random.chance(0.7) && { website: `https://${site}.example.com/` }),
  }
}

/** Within about 2 km, so that places by the sea stay ashore mostly. */
function near(degrees: number, random: Random): number {
  return Math.round((degrees + random.float(-0.018, 0.018)) * 1e5) / 1e5
}

/** Facts that a school may keep to itself; a page says so in words. */
export const forgettable = [
  'founded',
  'students',
  'classSize',
  'teacherRatio',
  'foreignTeachers',
  'phone',
] as const

/** Says where the known facts of a school come from: costs and entry from the school, others from an official list. */
export function statementRows(
  row: SampleSchool['row'],
  { bus_stops: stops, ...lists }: SampleSchool['lists'],
  days: { ofSchool: string; ofList: string },
): SchoolStatement[] {
  const values = new Map<string, unknown>([
    ...Object.entries(row).map(([name, value]): [string, unknown] => [toSnakeCase(name), value]),
    ...Object.entries({ ...lists, bus_lines: stops }),
  ])
  const known = statedFacts.filter((fact) => {
    const value = values.get(fact)
    return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
  })
  const isOfSchool = (fact: StatedFact) =>
    schoolColumn(fact).value.type === 'list' || comparedFacts.costs.some((cost) => cost === fact)
  return [
    {
      facts: known.filter((fact) => !isOfSchool(fact)),
      source_kind: 'official' as const,
      source: `${sampleSource}：学校名录`,
      source_date: days.ofList,
    },
    {
      facts: known.filter(isOfSchool),
      source_kind: 'school' as const,
      source: `${sampleSource}：招生简章`,
      source_date: days.ofSchool,
    },
  ].filter(({ facts }) => facts.length > 0)
}
