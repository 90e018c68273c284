import type { z } from 'zod'
import { grades } from '#server/contract/grades.ts'
import { schoolColumn, schoolColumnNames } from '#server/contract/catalogue/school-columns.ts'
import { contentKinds, type contentField } from '#server/contract/staff/content.ts'
import type { listDrafts } from '#server/contract/staff/drafts.ts'
import { dayText, moneyText } from '#app/ui/text/format.ts'
import { typedTime } from '../../parts/field-time.ts'

/** A field of a form as the API describes it. */
export type ContentField = z.output<typeof contentField>
/** What of a field says how its cell is read. */
export type CellField = Pick<ContentField, 'name' | 'control' | 'options' | 'columns'> & { label?: string }
type Draft = z.output<typeof listDrafts.data>['items'][number]

/** What states of drafts are called. */
export const draftStateNames: Readonly<Record<Draft['state'], string>> = {
  draft: '草稿',
  proposed: '待审核',
  scheduled: '定时发布',
  refused: '已退回',
  published: '已发布',
  discarded: '已放弃',
}

/** What a kind of content is called. */
export function kindName(kind: string): string {
  return contentKinds.find(({ slug }) => slug === kind)?.label ?? '内容'
}

/** Columns of lists with amounts in CNY. */
const moneyColumns = new Set(['day', 'boarding', 'amount', 'price'])

/** Columns of lists that have several names, separated by `|` in files. */
const severalNames = new Set(['tests', 'languages', 'documents'])

/** What a school's column of this name holds; undefined for another one. */
function schoolColumnNamed(name: string) {
  const known = schoolColumnNames.find((one) => one === name)
  return known && schoolColumn(known)
}

/**
 * A price, a day, a figure with its unit, grades or a school year as people read it, `12.8万元`, `2026年3月1日`,
 * `一年级至三年级`; undefined for any other value.
 */
export function spelledOut(
  { name, control }: { name: string; control: string },
  value: string,
): string | undefined {
  const { unit, value: values } = schoolColumnNamed(name) ?? {}
  if (severalNames.has(name) || values?.type === 'names')
    return value.includes('|') ? value.split('|').join('、') : undefined
  if (name === 'grades') return gradesText(value)
  if (name === 'year' && control === 'line' && /^\d{4}$/.test(value))
    return `${value}–${Number(value) + 1} 学年`
  if (unit !== undefined && control === 'number') return value === '' ? undefined : unit.join(value)
  if (control === 'moment') return momentWords(value)
  if (control === 'day') return /^\d{4}-\d\d-\d\d$/.test(value) ? dayText(value) : undefined
  const isMoney = moneyColumns.has(name) || values?.type === 'money'
  if (control !== 'number' || !isMoney || !/^\d{1,9}$/.test(value)) return undefined
  return moneyText(Number(value))
}

/** A time in China as cells have it, `2026-03-01 09:30`, or of the site itself, as pages show times. */
function momentWords(value: string): string | undefined {
  const words = typedTime(value)
  return words === value ? undefined : words
}

/** Grades as files write them, `g1-g3`, in words. */
function gradesText(value: string): string | undefined {
  const labels = value.split('-').map((slug) => grades.find((grade) => grade.slug === slug)?.label)
  return labels.every((label) => label !== undefined) ? labels.join('至') : undefined
}

/** A cell as text: the labels of its terms, the rows of a list one below another. */
export function cellWords(field: CellField | undefined, value: string): string {
  if (field === undefined || value === '') return value
  if (field.columns !== undefined) {
    const columns = field.columns
    return rowsOf(value)
      .map((row) => rowWords(columns, row))
      .join('\n')
  }
  if (field.options === undefined) return spelledOut(field, value) ?? value
  return value
    .split('|')
    .map((one) => field.options?.find((option) => option.value === one)?.label ?? one)
    .join('、')
}

/** Columns of lists whose figures say nothing without their heading: of two prices which is which. */
const namedColumns = new Set('day boarding score weight places place'.split(' '))

/** A row of a list as text. */
export function rowWords(
  columns: NonNullable<ContentField['columns']>,
  row: Readonly<Record<string, string>>,
): string {
  return columns
    .flatMap(({ name, label: heading, options, control }) => {
      const text = row[name] ?? ''
      if (text === '') return []
      const label = options?.find((option) => option.value === text)?.label
      const words = label ?? spelledOut({ name, control }, text) ?? text
      return [namedColumns.has(name) ? `${heading} ${words}` : words]
    })
    .join('，')
}

/** Two values of a field as texts; of a list the rows that go and those that come. */
export function differenceWords(
  field: CellField | undefined,
  [before, after]: readonly [before: string, after: string],
): readonly [before: string, after: string] {
  if (field?.columns === undefined) return [cellWords(field, before), cellWords(field, after)]
  const words = (value: string, other: string) => cellWords(field, JSON.stringify(rowsWithout(value, other)))
  return [words(before, after), words(after, before)]
}

/** Rows of a list's cell that another cell does not have. */
export function rowsWithout(value: string, other: string): Record<string, string>[] {
  const known = new Set(rowsOf(other).map((row) => JSON.stringify(row)))
  return rowsOf(value).filter((row) => !known.has(JSON.stringify(row)))
}

/** Rows of a list's cell. */
export function rowsOf(value: string): Record<string, string>[] {
  if (value === '') return []
  const parsed: unknown = JSON.parse(value)
  return Array.isArray(parsed)
    ? parsed.map((row: unknown) =>
        Object.fromEntries(Object.entries(Object(row)).map(([name, text]) => [name, String(text)])),
      )
    : []
}
