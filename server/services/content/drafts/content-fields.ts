import { z } from 'zod'
import { cities } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { moneyRange } from '#server/contract/money-text.ts'
import type { contentField, ContentKind } from '#server/contract/staff/content.ts'
import { boardings } from '#server/contract/vocabulary.ts'
import { contentEntities, type ContentEntity } from '../import/content/content-entities.ts'
import { columnsOfKind, type KindColumn } from '../import/files-by-kind.ts'
import { listDefinitions } from '../import/lists/list-definitions.ts'
import { listColumn } from '../import/lists/school-lists.ts'
import { cell, term } from '../import/rows/cells.ts'
import { cityOfText } from '../import/rows/region-names.ts'
import { derivedCosts, type DerivedCosts } from '../import/schools/derived-costs.ts'
import { sectionsOf, type ContentSection } from './content-sections.ts'
import { importedList, listCells, listOfColumn } from './list-cells.ts'

/** A field of a form as the API describes it. */
export type ContentField = z.input<typeof contentField>
type Column = NonNullable<ContentField['columns']>[number]

/** The importable entity of a kind; undefined for schools. */
export function entityOf(kind: ContentKind): ContentEntity | undefined {
  return contentEntities.find(({ name }) => name === kind)
}

/** Sections of a kind's form. */
export function formSections(kind: ContentKind): readonly ContentSection[] {
  return sectionsOf(kind, columnsOfKind(kind).keys())
}

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
          ...columnOf(name, column),
          ...(kind === 'schools' && name === 'district' ? districtChoice(values['city'] ?? '') : {}),
          section: slug,
          hint:
            [derivedText(name, derived), column.hint].filter((text) => text !== undefined).join('；') ||
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

/** A column as the API describes it: several terms only where its control says so. */
function columnOf(name: string, { label, needed, control, hint, terms }: KindColumn): Column {
  return {
    name,
    label,
    needed,
    control: control ?? (terms === undefined ? 'line' : 'choice'),
    ...(hint === undefined ? {} : { hint }),
    ...(terms && { options: terms.map(({ slug, label: own }) => ({ value: slug, label: own })) }),
  }
}

const rankingParts: ReadonlyMap<string, KindColumn> = new Map([
  ['slug', { label: '代号', needed: true, hint: '小写字母，如 exam' }],
  ['name', { label: '名称', needed: true }],
  ['weight', { label: '权重', needed: true, control: 'number', hint: '只看比例' }],
])
const rankingPlaces: ReadonlyMap<string, KindColumn> = new Map([
  ['place', { label: '名次', needed: true, control: 'number' }],
  ['school_key', { label: '学校编号', needed: false }],
  ['school', { label: '学校', needed: false }],
  ['school_city', { label: '学校所在城市', needed: false }],
  ['school_district', { label: '学校所在区', needed: false }],
  ['score', { label: '得分', needed: false, control: 'number', hint: '分' }],
  ['note', { label: '说明', needed: false }],
  ['parts', { label: '分项', needed: false }],
])

/** Columns of the rows that a column holds; undefined for a column that holds one value. */
export function listColumnsOf(kind: ContentKind, name: string): Column[] | undefined {
  const own = columnsInCell(kind, name)
  return own && [...own].map(([column, described]) => columnOf(column, described))
}

function columnsInCell(kind: ContentKind, name: string): Iterable<[string, KindColumn]> | undefined {
  if (kind === 'rankings')
    return name === 'parts' ? rankingParts : name === 'places' ? rankingPlaces : undefined
  const list = kind === 'schools' ? listOfColumn(name) : undefined
  return list === undefined
    ? undefined
    : listDefinitions[list].fields.map(({ name: column, chinese, needed = false, control, hint, terms }) => [
        column,
        { label: chinese, needed, control, hint, terms },
      ])
}
