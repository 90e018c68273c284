import { namesOf } from './typed-records.ts'
import {
  boardings,
  curricula,
  kinds,
  schoolStates,
  sourceKinds,
  stages,
  supports,
  teachingLanguages,
  type Term,
} from '../vocabulary.ts'

/** What the values of a column are: the check of files, the control of staff forms and the stored type follow from it. */
type Value =
  /** One line of at most so many characters. */
  | { type: 'line'; most: number }
  /** Several lines of at most so many characters. */
  | { type: 'text'; most: number }
  /** Several names, separated by `|` in files. */
  | { type: 'names' }
  /** A number within inclusive bounds; whole without `decimals`. */
  | { type: 'number'; least: number; most: number; decimals?: number }
  /** Whole CNY per year. */
  | { type: 'money' }
  /** A term, or several terms, of a closed list. */
  | { type: 'term' | 'terms'; terms: readonly Term[] }
  /** A list of rows with columns of their own (services/content/import/lists). */
  | { type: 'list' }
  /** Several facts of the school itself. */
  | { type: 'facts' }
  | { type: 'city' | 'district' | 'phone' | 'website' | 'day' | 'moment' | 'picture' | 'yes-or-no' }

/** How two schools are compared by a figure: 班级更小. */
type Comparison = {
  subject: string
  better: string
  worse: string
  /** Which end is better for a family. */
  isLessBetter: boolean
  /** Whether the comparison draws it as a bar. */
  isDrawn?: true
}

/** One column of a school: everything that files, forms and pages say of it. Texts are zh-Hans. */
type SchoolColumn = {
  /** Its name in the header of files, and in the staff area. */
  header: string
  value: Value
  isNeeded?: true
  /** How its values are written, beside the field of a form. */
  hint?: string
  /** Its name on visitors' pages. */
  label?: string
  /** The column with the upper end of the range that this one begins. */
  upTo?: string
  /** Of a fact that somebody states: for how many days after its day it is taken to be still so. */
  lifeDays?: number
  /** What stands before and after a figure. */
  unit?: readonly [before: string, after: string]
  /** Whether visitors read a figure as about so much. */
  isRounded?: true
  comparison?: Comparison
}

const money = { type: 'money' } as const
/**
 * Lives of facts in days: a founding year stays true, free places are taken within weeks, fees and rules are set for a year,
 * licences and figures are reported once a year.
 */
const [lasting, twoWeeks, aYear, eighteenMonths, threeYears] = [Infinity, 14, 365, 548, 1096]
const cnyPerYear = '元 / 年'
const altHint = '图片里有什么，给看不到图片的人：例如“学校正门和操场”'
const titled = '以“## ”开头的一行是小标题'
const separated = '几个名字用 | 分开'

/** The columns of a school's files, in the order of an export. */
export const schoolColumns = {
  id: { header: '序号', value: { type: 'number', least: 1, most: 999_999_999 } },
  key: { header: '编号', value: { type: 'line', most: 100 }, hint: '导入文件用它认出这一条，可以不填' },
  name: { header: '校名', value: { type: 'line', most: 100 }, isNeeded: true },
  name_en: { header: '英文名', value: { type: 'line', most: 200 } },
  aliases: { header: '别名', value: { type: 'names' }, hint: separated },
  former_names: { header: '曾用名', value: { type: 'names' }, hint: separated },
  city: { header: '城市', value: { type: 'city' }, isNeeded: true },
  district: { header: '区', label: '区域', value: { type: 'district' }, lifeDays: threeYears },
  address: { header: '地址', label: '地址', value: { type: 'line', most: 200 }, lifeDays: threeYears },
  stages: {
    header: '学段',
    label: '学段',
    value: { type: 'terms', terms: stages },
    lifeDays: eighteenMonths,
  },
  kind: {
    header: '性质',
    label: '办学类型',
    value: { type: 'term', terms: kinds },
    lifeDays: eighteenMonths,
  },
  curricula: {
    header: '课程',
    label: '课程',
    value: { type: 'terms', terms: curricula },
    lifeDays: eighteenMonths,
  },
  teaching_languages: {
    header: '教学语言',
    label: '教学语言',
    value: { type: 'terms', terms: teachingLanguages },
    hint: '上课用的语言；各学段不同的选几种',
    lifeDays: eighteenMonths,
  },
  boarding: {
    header: '住宿',
    label: '住校',
    value: { type: 'term', terms: boardings },
    lifeDays: eighteenMonths,
  },
  founded: {
    header: '创办年份',
    label: '建校',
    value: { type: 'number', least: 1800, most: 2100 },
    unit: ['', '年'],
    lifeDays: lasting,
  },
  students: {
    header: '学生数',
    label: '在校生',
    value: { type: 'number', least: 0, most: 100_000 },
    unit: ['', '人'],
    isRounded: true,
    lifeDays: eighteenMonths,
  },
  class_size: {
    header: '班级人数',
    label: '班级人数',
    value: { type: 'number', least: 1, most: 200 },
    unit: ['', '人'],
    isRounded: true,
    comparison: { subject: '班级', better: '小', worse: '大', isLessBetter: true, isDrawn: true },
    lifeDays: eighteenMonths,
  },
  teacher_ratio: {
    header: '师生比',
    label: '师生比',
    value: { type: 'number', least: 0.1, most: 100, decimals: 2 },
    unit: ['1:', ''],
    comparison: { subject: '师资', better: '充足', worse: '少', isLessBetter: true },
    lifeDays: eighteenMonths,
  },
  foreign_teachers: {
    header: '外教比例',
    label: '外教占比',
    value: { type: 'number', least: 0, most: 100 },
    unit: ['', '%'],
    comparison: { subject: '外教', better: '多', worse: '少', isLessBetter: false, isDrawn: true },
    lifeDays: eighteenMonths,
  },
  nationalities: {
    header: '学生国籍',
    label: '学生国籍',
    value: { type: 'line', most: 200 },
    hint: '例如“28 个国家和地区，中国籍约六成”',
    lifeDays: eighteenMonths,
  },
  teacher_tenure: {
    header: '教师平均任教年数',
    label: '教师平均任教',
    value: { type: 'number', least: 0, most: 60, decimals: 1 },
    unit: ['', '年'],
    hint: '在这所学校任教的年数，全体教师平均',
    comparison: { subject: '教师任教', better: '久', worse: '短', isLessBetter: false, isDrawn: true },
    lifeDays: eighteenMonths,
  },
  head_since: {
    header: '现任校长上任年份',
    label: '现任校长',
    value: { type: 'number', least: 1950, most: 2100 },
    unit: ['', '年上任'],
    lifeDays: eighteenMonths,
  },
  supports: {
    header: '支持项目',
    label: '支持项目',
    value: { type: 'terms', terms: supports },
    hint: '有专门的老师或课的才选，怎么做写在学习支持和语言支持里',
    lifeDays: eighteenMonths,
  },
  learning_support: {
    header: '学习支持',
    label: '学习支持',
    value: { type: 'line', most: 200 },
    hint: '给学习有困难的学生的帮助：有没有专门的老师，另收多少钱',
    lifeDays: eighteenMonths,
  },
  language_support: {
    header: '语言支持',
    label: '语言支持',
    value: { type: 'line', most: 200 },
    hint: '给英语或中文不够好的学生的课，另收多少钱',
    lifeDays: eighteenMonths,
  },
  school_day: {
    header: '在校时间',
    label: '在校时间',
    value: { type: 'line', most: 100 },
    hint: '到校和放学，例如“8:00–16:30，小学 15:50 放学”',
    lifeDays: aYear,
  },
  after_school: {
    header: '课后活动',
    label: '课后活动',
    value: { type: 'line', most: 200 },
    hint: '有哪些，到几点，另收多少钱',
    lifeDays: aYear,
  },
  uniform: {
    header: '校服',
    label: '校服',
    value: { type: 'line', most: 200 },
    hint: '要不要买，一套多少钱',
    lifeDays: aYear,
  },
  places_now: {
    header: '现有空位',
    label: '现有空位',
    value: { type: 'line', most: 200 },
    hint: '哪些年级现在还收插班生，例如“二年级 3 个，五年级 1 个”；两周以后算过期',
    lifeDays: twoWeeks,
  },
  deposit: {
    header: '押金',
    label: '押金',
    value: money,
    unit: ['', '元'],
    hint: '元，留位或入学时交的，退不退写在退费办法里',
    comparison: { subject: '押金', better: '低', worse: '高', isLessBetter: true },
    lifeDays: aYear,
  },
  refunds: {
    header: '退费办法',
    label: '退费办法',
    value: { type: 'line', most: 300 },
    hint: '什么时候退学退多少，例如“开学前全退，第一学期内退一半”',
    lifeDays: aYear,
  },
  tuition_min: {
    header: '最低学费',
    label: '学费',
    value: money,
    upTo: 'tuition_max',
    hint: cnyPerYear,
    comparison: { subject: '学费', better: '低', worse: '高', isLessBetter: true, isDrawn: true },
    lifeDays: aYear,
  },
  tuition_max: { header: '最高学费', value: money, hint: cnyPerYear },
  total_cost_min: {
    header: '最低总费用',
    label: '一年总费用',
    value: money,
    upTo: 'total_cost_max',
    hint: cnyPerYear,
    comparison: { subject: '总费用', better: '低', worse: '高', isLessBetter: true, isDrawn: true },
    lifeDays: aYear,
  },
  total_cost_max: { header: '最高总费用', value: money, hint: cnyPerYear },
  tuition: {
    header: '学费明细',
    value: { type: 'list' },
    hint: '金额为元 / 年；年级写 g1-g6 或 一年级至六年级，学年写 2026-2027',
    lifeDays: aYear,
  },
  fees: { header: '其他费用', value: { type: 'list' }, lifeDays: aYear },
  entry_grades: { header: '招生年级', value: { type: 'list' }, lifeDays: aYear },
  eligibility: { header: '招生对象', value: { type: 'list' }, lifeDays: aYear },
  admission_steps: { header: '招生日程', value: { type: 'list' }, lifeDays: aYear },
  bus_lines: { header: '校车线路', value: { type: 'list' }, lifeDays: aYear },
  records: { header: '办学记录', value: { type: 'list' }, lifeDays: eighteenMonths },
  lat: {
    header: '纬度',
    value: { type: 'number', least: 17, most: 54, decimals: 6 },
    hint: 'WGS-84，和经度一起填',
  },
  lng: {
    header: '经度',
    value: { type: 'number', least: 73, most: 136, decimals: 6 },
    hint: 'WGS-84，和纬度一起填',
  },
  phone: { header: '电话', label: '电话', value: { type: 'phone' }, lifeDays: eighteenMonths },
  website: { header: '网址', value: { type: 'website' }, lifeDays: eighteenMonths },
  summary: { header: '简介', value: { type: 'line', most: 500 } },
  about: { header: '学校介绍', value: { type: 'text', most: 20_000 }, hint: titled },
  admissions: { header: '招生信息', value: { type: 'text', most: 20_000 }, hint: titled },
  state: { header: '状态', value: { type: 'term', terms: schoolStates } },
  closed_at: { header: '停办日期', value: { type: 'day' } },
  successor: {
    header: '承接学校编号',
    value: { type: 'line', most: 100 },
    hint: '承接学校的编号（不是序号）',
  },
  requests_agreed_on: {
    header: '学校同意接收申请',
    value: { type: 'day' },
    hint: '学校的联系人哪天同意接收家长的申请和提问。填了，页面上才有预约和咨询，由学校给家长打电话',
  },
  requests_by_operator: {
    header: '本站代收申请',
    value: { type: 'yes-or-no' },
    hint: '学校没有同意、由本站替家长问学校时选“是”：由本站给家长打电话',
  },
  not_published: {
    header: '学校没有公布',
    value: { type: 'facts' },
    hint: '学校明说不公布的，或在学校公开的材料里没有的；只是本站还不知道的不要选',
  },
  source: {
    header: '来源',
    value: { type: 'line', most: 200 },
    hint: '这一行、这一次修改的内容从哪里来，例如“深圳市教育局民办学校名录”；没有写就是来源未注明',
  },
  source_kind: { header: '来源类型', value: { type: 'term', terms: sourceKinds } },
  source_url: { header: '来源网址', value: { type: 'website' } },
  source_date: { header: '来源日期', value: { type: 'day' }, hint: '来源上的日期，不是填表的日期' },
  statements: {
    header: '各项的来源',
    value: { type: 'list' },
    hint: '每一行是一个来源说过的几项；“另一种说法”写和现在的内容不同的那一种',
  },
  logo: { header: '校徽', value: { type: 'picture' } },
  logo_alt: { header: '校徽说明', value: { type: 'line', most: 200 }, hint: altHint },
  cover: { header: '封面', value: { type: 'picture' } },
  cover_alt: { header: '封面说明', value: { type: 'line', most: 200 }, hint: altHint },
  updated_at: { header: '更新时间', value: { type: 'moment' } },
  withdrawn_at: { header: '撤回时间', value: { type: 'moment' } },
  rank: { header: '排序', value: { type: 'number', least: 0, most: 100_000_000 }, hint: '数字小的排在前面' },
  sample: { header: '示例', value: { type: 'yes-or-no' } },
} as const satisfies Record<string, SchoolColumn>

export type SchoolColumnName = keyof typeof schoolColumns

type ValueOf<Of extends Value> = Of extends { type: 'number' | 'money' }
  ? number
  : Of extends { type: 'names' | 'terms' | 'facts' }
    ? string[]
    : Of extends { type: 'yes-or-no' }
      ? boolean
      : string

/** The type of a column's values. */
export type SchoolColumnValue<Name extends SchoolColumnName> = ValueOf<(typeof schoolColumns)[Name]['value']>

/** The columns that are of a kind. */
export type ColumnsWith<Part> = {
  [Name in SchoolColumnName]: (typeof schoolColumns)[Name] extends Part ? Name : never
}[SchoolColumnName]

/** What a column of a school is. */
export function schoolColumn(name: SchoolColumnName): SchoolColumn {
  return schoolColumns[name]
}

/** A fact of a school that somebody states on a day, by the first of its columns. */
export type StatedFact = ColumnsWith<{ lifeDays: number }>

/** The names of all columns, in the order of an export. */
export const schoolColumnNames: readonly SchoolColumnName[] = namesOf(schoolColumns)

/** The columns that say where what a row states comes from: kept with its facts (`fact-statements.ts`), no facts themselves. */
export const sourceColumns = [
  'source',
  'source_kind',
  'source_url',
  'source_date',
] as const satisfies readonly SchoolColumnName[]
export type SourceColumn = (typeof sourceColumns)[number]

/** Whether a column says where what a row states comes from. */
export function isSourceColumn(name: SchoolColumnName): name is SourceColumn {
  return sourceColumns.some((one) => one === name)
}

function isStatedFact(name: SchoolColumnName): name is StatedFact {
  return 'lifeDays' in schoolColumns[name]
}

/** The facts that somebody states, in the order of their columns. */
export const statedFacts: readonly StatedFact[] = schoolColumnNames.filter(isStatedFact)

/** The columns of a fact: two for a range. */
export function columnsOfFact(fact: StatedFact): SchoolColumnName[] {
  const { upTo } = schoolColumn(fact)
  return [fact, ...schoolColumnNames.filter((name) => name === upTo)]
}

/** The facts as terms: what visitors' pages call them, else what the headers of files do. */
export const factTerms = statedFacts.map((slug) => {
  const { label, header } = schoolColumn(slug)
  return { slug, label: label ?? header }
})
