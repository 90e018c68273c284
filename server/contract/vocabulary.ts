/** One term of a closed list: its slug in addresses and data, its Chinese label. */
export type Term<Slug extends string = string> = { slug: Slug; label: string }

/** Stages of schooling, youngest first. */
export const stages = [
  { slug: 'kindergarten', label: '幼儿园' },
  { slug: 'primary', label: '小学' },
  { slug: 'middle', label: '初中' },
  { slug: 'high', label: '高中' },
] as const satisfies readonly Term[]

/** Kinds of school. */
export const kinds = [
  { slug: 'international', label: '国际学校' },
  { slug: 'foreign', label: '外籍人员子女学校' },
  { slug: 'bilingual', label: '双语学校' },
  { slug: 'private', label: '民办学校' },
  { slug: 'public', label: '公办学校' },
] as const satisfies readonly Term[]

/** Curricula and examination systems. */
export const curricula = [
  { slug: 'ib', label: 'IB' },
  { slug: 'alevel', label: 'A-Level' },
  { slug: 'igcse', label: 'IGCSE' },
  { slug: 'ap', label: 'AP' },
  { slug: 'american', label: '美式课程' },
  { slug: 'canadian', label: '加拿大课程' },
  { slug: 'australian', label: '澳大利亚课程' },
  { slug: 'dse', label: '香港DSE' },
  { slug: 'national', label: '国家课程' },
] as const satisfies readonly Term[]

/** Whether pupils can live at school. */
export const boardings = [
  { slug: 'day', label: '走读' },
  { slug: 'optional', label: '可住校' },
  { slug: 'full', label: '全寄宿' },
] as const satisfies readonly Term[]

/** Languages in which lessons are taught: one, or both in turn. */
export const teachingLanguages = [
  { slug: 'chinese', label: '中文授课' },
  { slug: 'bilingual', label: '双语授课' },
  { slug: 'english', label: '英文授课' },
] as const satisfies readonly Term[]

/** Whom a school has teachers or lessons for that others do not need. */
export const supports = [
  { slug: 'learning', label: '学习困难支持' },
  { slug: 'english', label: '英语支持' },
  { slug: 'chinese', label: '中文支持' },
] as const satisfies readonly Term[]

/** Whether a school has buses. */
export const busTerms = [{ slug: 'some', label: '有校车' }] as const satisfies readonly Term[]

/** Life cycle of a school. */
export const schoolStates = [
  { slug: 'open', label: '招生中' },
  { slug: 'not_enrolling', label: '暂停招生' },
  { slug: 'closed', label: '已停办' },
] as const satisfies readonly Term[]

/** Kinds of sources from which facts of schools come, those that weigh most first. */
export const sourceKinds = [
  { slug: 'official', label: '官方记录' },
  { slug: 'school', label: '学校公布' },
  { slug: 'document', label: '编辑看过的文件' },
  { slug: 'parent', label: '家长反映' },
  { slug: 'list', label: '名录' },
] as const satisfies readonly Term[]

/** Yes and no. */
export const yesAndNo = [
  { slug: 'true', label: '是' },
  { slug: 'false', label: '否' },
] as const satisfies readonly Term[]

/** Orders of the school list. */
export const schoolSorts = [
  { slug: 'recommended', label: '推荐' },
  { slug: 'tuition_asc', label: '学费从低到高' },
  { slug: 'tuition_desc', label: '学费从高到低' },
  { slug: 'founded', label: '办学时间最长' },
] as const satisfies readonly Term[]

export type Stage = (typeof stages)[number]['slug']
export type Kind = (typeof kinds)[number]['slug']
export type Curriculum = (typeof curricula)[number]['slug']
export type Boarding = (typeof boardings)[number]['slug']
export type TeachingLanguage = (typeof teachingLanguages)[number]['slug']
export type Support = (typeof supports)[number]['slug']

/** Spans of days of China's calendar: today and the thirteen days after it, or the Saturday and Sunday that come or are. */
export const openDaySpans = [
  { slug: 'weekend', label: '这个周末' },
  { slug: 'fortnight', label: '两周内' },
] as const satisfies readonly Term[]

/** Days of the week. */
export const openDayWeekdays = [
  { slug: '1', label: '周一' },
  { slug: '2', label: '周二' },
  { slug: '3', label: '周三' },
  { slug: '4', label: '周四' },
  { slug: '5', label: '周五' },
  { slug: '6', label: '周六' },
  { slug: '7', label: '周日' },
] as const satisfies readonly Term[]

/** A band of yearly tuition in CNY: above its lower bound, or from 0 on, up to its upper bound; without one: open. */
export type FeeBand = { slug: string; label: string; min: number; max?: number }

/** Bands of the tuition facet. */
export const feeBands: readonly FeeBand[] = [
  { slug: '0-50000', label: '5\u00a0万以内', min: 0, max: 50_000 },
  { slug: '50000-100000', label: '5–10\u00a0万', min: 50_000, max: 100_000 },
  { slug: '100000-200000', label: '10–20\u00a0万', min: 100_000, max: 200_000 },
  { slug: '200000-300000', label: '20–30\u00a0万', min: 200_000, max: 300_000 },
  { slug: '300000-', label: '30\u00a0万以上', min: 300_000 },
]

/** Width of a bin of the tuition histogram in CNY per year, and how many bins there are; the last one is open. */
export const feeBinStep = 20_000
export const feeBinCount = 21

/** The Chinese label of a slug in one of the lists above; the slug itself when the list does not hold it. */
export function labelOf(terms: readonly Term[], slug: string): string {
  return terms.find((term) => term.slug === slug)?.label ?? slug
}
