import { z } from 'zod'
import { cities } from '#server/contract/cities.ts'
import { boardings, curricula, kinds, schoolStates, stages } from '#server/contract/vocabulary.ts'
import {
  cell,
  day,
  decimal,
  line,
  lines,
  required,
  term,
  termsOf,
  texts,
  wholeNumber,
  yesOrNo,
} from '../rows/cells.ts'
import { momentCell } from '../rows/typed-cells.ts'
import { listDefinitions } from '../lists/list-definitions.ts'
import { costContradictions, derivedCosts } from './derived-costs.ts'
import { busColumn, listColumn } from '../lists/school-lists.ts'
import { cityOfText, districtOfText } from '../rows/region-names.ts'

const longestName = 100
const money = cell(wholeNumber(0, 10_000_000))

const cityCode = line(20).transform((text, context) => {
  const found = cityOfText(text)
  const known = cities.map(({ pinyin, name }) => `${pinyin}(${name})`).join('、')
  if (found === undefined) context.addIssue(`没有“${text}”这个城市；可用：${known}`)
  return found?.code ?? ''
})

const phone = line(80).refine(
  (text) => /\d[^\d]*\d[^\d]*\d[^\d]*\d[^\d]*\d/.test(text) && /^[-\d\s()+–—/、,;.*转分机ext]+$/iu.test(text),
  '不像电话号码',
)

const website = line(300).transform((text, context) => {
  const address = /^[a-z][a-z\d+.-]*:/iu.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.')) {
    context.addIssue('应为网址，例如 https://www.example.cn')
  }
  return url?.href ?? ''
})

/** Schema of a school's columns, validated one by one and then together. */
export const schoolFields = z
  .object({
    id: cell(wholeNumber(1, 999_999_999)),
    key: cell(line(100)),
    name: required(line(longestName)),
    name_en: cell(line(200)),
    aliases: cell(texts(longestName)),
    former_names: cell(texts(longestName)),
    city: required(cityCode),
    district: cell(line(40)),
    address: cell(line(200)),
    stages: cell(termsOf(stages)),
    kind: cell(term(kinds)),
    curricula: cell(termsOf(curricula)),
    boarding: cell(term(boardings)),
    founded: cell(wholeNumber(1800, 2100)),
    students: cell(wholeNumber(0, 100_000)),
    class_size: cell(wholeNumber(1, 200)),
    teacher_ratio: cell(decimal(0.1, 100, 2)),
    foreign_teachers: cell(wholeNumber(0, 100)),
    tuition_min: money,
    tuition_max: money,
    total_cost_min: money,
    total_cost_max: money,
    tuition: cell(listColumn('tuition')),
    fees: cell(listColumn('fees')),
    entry_grades: cell(listColumn('entry_grades')),
    eligibility: cell(listColumn('eligibility')),
    admission_steps: cell(listColumn('admission_steps')),
    bus_lines: cell(busColumn),
    records: cell(listColumn('records')),
    lat: cell(decimal(17, 54, 6)),
    lng: cell(decimal(73, 136, 6)),
    phone: cell(phone),
    website: cell(website),
    summary: cell(line(500)),
    about: cell(lines(20_000)),
    admissions: cell(lines(20_000)),
    state: cell(term(schoolStates)),
    closed_at: cell(day),
    successor: cell(line(100)),
    source: cell(line(200)),
    source_date: cell(day),
    requests_agreed_on: cell(day),
    requests_by_operator: cell(yesOrNo()),
    logo: cell(line(300)),
    logo_alt: cell(line(200)),
    cover: cell(line(300)),
    cover_alt: cell(line(200)),
    updated_at: cell(momentCell),
    withdrawn_at: cell(momentCell),
    rank: cell(wholeNumber(0, 100_000_000)),
    sample: cell(yesOrNo()),
  })
  .superRefine((row, context) => {
    const say = (field: keyof typeof row, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const city = cities.find(({ code }) => code === row.city)
    if (city && row.district && districtOfText(city, row.district) === undefined) {
      say('district', `${city.name}没有“${row.district}”这个区`)
    }
    if (above(row.tuition_min, row.tuition_max)) say('tuition_max', '小于 tuition_min')
    if (above(row.total_cost_min, row.total_cost_max)) say('total_cost_max', '小于 total_cost_min')
    const rows = { tuition: row.tuition ?? [], fees: row.fees ?? [] }
    for (const { field, message } of costContradictions(row, derivedCosts(rows, row.boarding)))
      say(field, message)
    if (typeof row.lat !== typeof row.lng) say(row.lat ? 'lng' : 'lat', 'lat 和 lng 要一起填')
    if (row.successor && row.successor === row.key) say('successor', '不能是学校自己')
  })

/** A valid row of a school. */
export type SchoolFields = z.output<typeof schoolFields>

const above = (least: unknown, most: unknown): boolean =>
  typeof least === 'number' && typeof most === 'number' && least > most

/** Chinese names of the columns in a header. */
export const chineseColumns: Readonly<Record<keyof SchoolFields, string>> = {
  id: '序号',
  key: '编号',
  name: '校名',
  name_en: '英文名',
  aliases: '别名',
  former_names: '曾用名',
  city: '城市',
  district: '区',
  address: '地址',
  stages: '学段',
  kind: '性质',
  curricula: '课程',
  boarding: '住宿',
  founded: '创办年份',
  students: '学生数',
  class_size: '班级人数',
  teacher_ratio: '师生比',
  foreign_teachers: '外教比例',
  tuition_min: '最低学费',
  tuition_max: '最高学费',
  total_cost_min: '最低总费用',
  total_cost_max: '最高总费用',
  tuition: listDefinitions.tuition.chinese,
  fees: listDefinitions.fees.chinese,
  entry_grades: listDefinitions.entry_grades.chinese,
  eligibility: listDefinitions.eligibility.chinese,
  admission_steps: listDefinitions.admission_steps.chinese,
  bus_lines: listDefinitions.bus_stops.chinese,
  records: listDefinitions.records.chinese,
  lat: '纬度',
  lng: '经度',
  phone: '电话',
  website: '网址',
  summary: '简介',
  about: '学校介绍',
  admissions: '招生信息',
  state: '状态',
  closed_at: '停办日期',
  successor: '承接学校编号',
  source: '来源',
  source_date: '来源日期',
  requests_agreed_on: '学校同意接收申请',
  requests_by_operator: '本站代收申请',
  logo: '校徽',
  logo_alt: '校徽说明',
  cover: '封面',
  cover_alt: '封面说明',
  updated_at: '更新时间',
  withdrawn_at: '撤回时间',
  rank: '排序',
  sample: '示例',
}
