import { z } from 'zod'
import { bannerPlaces } from '#server/contract/banners.ts'
import { cities } from '#server/contract/cities.ts'
import {
  feePayers,
  feePeriods,
  identities,
  recordKinds,
  stepKinds,
  verdicts,
} from '#server/contract/child/entry-terms.ts'
import { districtsOf } from '#server/contract/districts.ts'
import type { contentField, ContentKind } from '#server/contract/staff/content.ts'
import { moneyRange } from '#server/contract/money-text.ts'
import {
  boardings,
  curricula,
  kinds,
  schoolStates,
  stages,
  yesAndNo,
  type Term,
} from '#server/contract/vocabulary.ts'
import { contentEntities, type ContentEntity } from '../import/content/content-entities.ts'
import { fieldsOf } from '../import/content/content-row.ts'
import { listColumn } from '../import/lists/school-lists.ts'
import { cell, term } from '../import/rows/cells.ts'
import { listDefinitions } from '../import/lists/list-definitions.ts'
import { cityOfText } from '../import/rows/region-names.ts'
import { derivedCosts, type DerivedCosts } from '../import/schools/derived-costs.ts'
import { chineseColumns } from '../import/schools/school-fields.ts'
import { sectionsOf, type ContentSection } from './content-sections.ts'
import { importedList, listCells, listOfColumn } from './list-cells.ts'

/** A field of a form as the API describes it. */
export type ContentField = z.input<typeof contentField>
type Column = NonNullable<ContentField['columns']>[number]
type Control = Column['control']

/** The importable entity of a kind; undefined for schools. */
export function entityOf(kind: ContentKind): ContentEntity | undefined {
  return contentEntities.find(({ name }) => name === kind)
}

/** All columns of a kind with their Chinese names, in the order of its files. */
export function columnsOfKind(kind: ContentKind): ReadonlyMap<string, { label: string; needed: boolean }> {
  const entity = entityOf(kind)
  if (entity === undefined)
    return new Map(
      Object.entries(chineseColumns).map(([name, label]) => [
        name,
        { label, needed: name === 'name' || name === 'city' },
      ]),
    )
  return new Map(
    [...fieldsOf(entity)].map(([name, { chinese, needed }]) => [name, { label: chinese, needed }]),
  )
}

/** Sections of a kind's form. */
export function formSections(kind: ContentKind): readonly ContentSection[] {
  return sectionsOf(kind, columnsOfKind(kind).keys())
}

const cityTerms = cities.map(({ code, name }) => ({ slug: code, label: name }))

/** Columns with closed terms: of which list, and whether there may be several. */
const termsOfColumn: Readonly<Record<string, readonly Term[]>> = {
  city: cityTerms,
  school_city: cityTerms,
  kind: kinds,
  boarding: boardings,
  state: schoolStates,
  curriculum: curricula,
  paid: yesAndNo,
  requests_by_operator: yesAndNo,
}
const severalTerms: Readonly<Record<string, readonly Term[]>> = { stages, curricula }
const termsInLists: Readonly<Record<string, readonly Term[]>> = {
  'fees per': feePeriods,
  'fees applies_to': feePayers,
  'fees refundable': yesAndNo,
  'eligibility identity': identities,
  'eligibility verdict': verdicts,
  'admission_steps kind': stepKinds,
  'records kind': recordKinds,
  'banners place': bannerPlaces,
}

const controlsByColumn: Readonly<Record<string, Control>> = {
  summary: 'text',
  about: 'text',
  admissions: 'text',
  method: 'text',
  bio: 'text',
  body: 'rich',
  story: 'rich',
  closed_at: 'day',
  source_date: 'day',
  requests_agreed_on: 'day',
  taken_on: 'day',
  date: 'day',
  end_date: 'day',
  published_at: 'moment',
  picture: 'picture',
  portrait: 'picture',
  logo: 'picture',
  cover: 'picture',
}
const numbers = new Set(
  (
    'founded students class_size teacher_ratio foreign_teachers tuition_min tuition_max total_cost_min ' +
    'total_cost_max lat lng rank position year years day boarding amount places price score place weight'
  ).split(' '),
)

const altHint = '图片里有什么，给看不到图片的人：例如“学校正门和操场”'
const hints: Readonly<Record<string, string>> = {
  aliases: '几个名字用 | 分开',
  former_names: '几个名字用 | 分开',
  requests_agreed_on:
    '学校的联系人哪天同意接收家长的申请和提问。填了，页面上才有预约和咨询，由学校给家长打电话',
  requests_by_operator: '学校没有同意、由本站替家长问学校时选“是”：由本站给家长打电话',
  tuition_min: '元 / 年',
  tuition_max: '元 / 年',
  total_cost_min: '元 / 年',
  total_cost_max: '元 / 年',
  about: '以“## ”开头的一行是小标题',
  admissions: '以“## ”开头的一行是小标题',
  lat: 'WGS-84，和经度一起填',
  lng: 'WGS-84，和纬度一起填',
  rank: '数字小的排在前面',
  position: '数字小的排在前面',
  successor: '承接学校的编号（不是序号）',
  tuition: '金额为元 / 年；年级写 g1-g6 或 一年级至六年级，学年写 2026-2027',
  parts: '几项用代号、名称和权重说明',
  key: '导入文件用它认出这一条，可以不填',
  places: '分项写 代号=分数，用空格分开',
  logo_alt: altHint,
  cover_alt: altHint,
  picture_alt: altHint,
  portrait_alt: altHint,
  paid: '选“是”，网站上标“广告”',
  slug: '网址里的词，发布以后不要再改',
  school: '学校的全名，同名时再填区',
  school_key: '学校那一页的“编号”；填了它就不用填校名',
}

/** Units of the columns of lists, and how their values are written. */
const hintsInLists: Readonly<Record<string, string>> = {
  'tuition day': '元 / 年',
  'tuition boarding': '元 / 年',
  'fees amount': '元',
  'entry_grades places': '个',
  'entry_grades tests': '几项用 | 分开',
  'entry_grades languages': '几种用 | 分开',
  'entry_grades documents': '几项用 | 分开',
  'bus_stops time': '如 06:50',
  'bus_stops lat': 'WGS-84',
  'bus_stops lng': 'WGS-84',
  'bus_stops price': '元 / 年',
  'places score': '分',
  'parts slug': '小写字母，如 exam',
  'parts weight': '只看比例',
}

/** How columns of all lists are written. */
const hintsByColumn: Readonly<Record<string, string>> = { grades: '如 g1-g6', year: '如 2026-2027' }

/** What a form says of the name of a renamed school: kept as a former one (empty), or `false`. No column of a file. */
export const oldNameCell = 'old_name'

const oldNameField = {
  name: oldNameCell,
  label: '改校名时，原来的校名',
  needed: true,
  section: 'basic',
  control: 'choice',
  hint: '记为曾用名以后，按原来的名字也搜得到；网址不变',
  options: [
    { value: '', label: '记为曾用名' },
    { value: 'false', label: '不记（只是改错字）' },
  ],
} as const

/** The fields of a kind's form; `values`: cells by column, those of a stored row with its `id`. */
export function formFields(kind: ContentKind, values: Readonly<Record<string, string>>): ContentField[] {
  const columns = columnsOfKind(kind)
  const isStored = (values['id'] ?? '') !== ''
  const derived = kind === 'schools' ? derivedOf(values) : {}
  return formSections(kind).flatMap(({ slug, columns: own }) =>
    own.flatMap((name): ContentField[] => {
      if (name === oldNameCell)
        return isStored
          ? [{ ...oldNameField, options: [...oldNameField.options], value: values[oldNameCell] ?? '' }]
          : []
      const column = columns.get(name)
      if (column === undefined || name in derived) return []
      const value = values[name] ?? ''
      const ofList = listColumnsOf(kind, name)
      return [
        {
          ...columnOf(kind === 'schools' ? '' : kind, name, column),
          ...(kind === 'schools' && name === 'district' ? districtChoice(values['city'] ?? '') : {}),
          section: slug,
          hint:
            [derivedText(name, derived), hints[name]].filter((text) => text !== undefined).join('；') ||
            undefined,
          value,
          ...(ofList === undefined ? {} : { control: 'list', columns: ofList, rows: listCells(value) ?? [] }),
        },
      ]
    }),
  )
}

/** What follows from the rows of a school's form: no fields of it. */
function derivedOf(values: Readonly<Record<string, string>>): DerivedCosts {
  const rowsOf = (name: string) => importedList(name, listCells(values[name] ?? '') ?? [])
  const { data } = costRows.safeParse({
    tuition: rowsOf('tuition'),
    fees: rowsOf('fees'),
    boarding: values['boarding'],
  })
  return data === undefined
    ? {}
    : derivedCosts({ tuition: data.tuition ?? [], fees: data.fees ?? [] }, data.boarding)
}

const costRows = z.object({
  tuition: cell(listColumn('tuition')),
  fees: cell(listColumn('fees')),
  boarding: cell(term(boardings)),
})

/** What the rows of a list amount to, beside them. */
function derivedText(name: string, derived: DerivedCosts): string | undefined {
  const of = (least: number | undefined, most: number | undefined) =>
    least === undefined ? undefined : `由明细算出：${moneyRange(least, most)} / 年`
  if (name === 'tuition') return of(derived.tuition_min, derived.tuition_max)
  return name === 'fees'
    ? of(derived.total_cost_min, derived.total_cost_max)?.replace('：', '一年总费用：')
    : undefined
}

/** Districts by the names that cells have, of the school's city, or of all cities while it has none. */
function districtChoice(city: string): Pick<ContentField, 'control' | 'options'> {
  const known = cityOfText(city)
  const options = (known === undefined ? cities : [known]).flatMap(({ code, name: cityName }) =>
    districtsOf(code).map(({ name }) => ({
      value: name,
      label: known === undefined ? `${cityName} ${name}` : name,
    })),
  )
  return { control: 'choice', options }
}

function columnOf(
  list: string,
  name: string,
  { label, needed, hint }: { label: string; needed: boolean; hint?: string | undefined },
): Column {
  const terms = termsInLists[`${list} ${name}`] ?? (isRowOfList(list) ? undefined : termsOfColumn[name])
  const several = isRowOfList(list) ? undefined : severalTerms[name]
  const options = (terms ?? several)?.map(({ slug, label: own }) => ({ value: slug, label: own }))
  return {
    name,
    label,
    needed,
    control: controlOf(name, { terms, several, list }),
    ...(hint === undefined ? {} : { hint }),
    ...(options && { options }),
  }
}

/** Whether a column stands in a row of a list, where names mean other things: boarding is an amount there. */
function isRowOfList(list: string): boolean {
  return listOfColumn(list) !== undefined || list === 'places' || list === 'parts'
}

function controlOf(
  name: string,
  {
    terms,
    several,
    list,
  }: { terms: readonly Term[] | undefined; several: readonly Term[] | undefined; list: string },
): Control {
  if (terms !== undefined) return 'choice'
  if (several !== undefined) return 'choices'
  const known = controlsByColumn[name]
  if (known !== undefined) return known
  return numbers.has(name) && !(isRowOfList(list) && name === 'year') ? 'number' : 'line'
}

const rankingParts = [
  { name: 'slug', label: '代号', needed: true },
  { name: 'name', label: '名称', needed: true },
  { name: 'weight', label: '权重', needed: true },
]
const rankingPlaces = [
  { name: 'place', label: '名次', needed: true },
  { name: 'school_key', label: '学校编号', needed: false },
  { name: 'school', label: '学校', needed: false },
  { name: 'school_city', label: '学校所在城市', needed: false },
  { name: 'school_district', label: '学校所在区', needed: false },
  { name: 'score', label: '得分', needed: false },
  { name: 'note', label: '说明', needed: false },
  { name: 'parts', label: '分项', needed: false },
]

/** Columns of the rows that a column holds; undefined for a column that holds one value. */
export function listColumnsOf(kind: ContentKind, name: string): Column[] | undefined {
  if (kind === 'rankings' && (name === 'parts' || name === 'places')) {
    const columns = name === 'parts' ? rankingParts : rankingPlaces
    return columns.map((column) =>
      columnOf(name, column.name, { ...column, hint: hintsInLists[`${name} ${column.name}`] }),
    )
  }
  const list = kind === 'schools' ? listOfColumn(name) : undefined
  return list === undefined
    ? undefined
    : listDefinitions[list].fields.map(({ name: own, chinese, needed = false }) =>
        columnOf(name, own, {
          label: chinese,
          needed,
          hint: hintsInLists[`${list} ${own}`] ?? hintsByColumn[own],
        }),
      )
}
