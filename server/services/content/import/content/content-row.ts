import { z } from 'zod'
import { cities } from '#server/contract/cities.ts'
import { schoolColumns } from '#server/contract/catalogue/school-columns.ts'
import type { Term } from '#server/contract/vocabulary.ts'
import { cell, line, requiredValue, wholeNumber } from '../rows/cells.ts'
import { columnReader, columnsOf, type Columns } from '../rows/columns.ts'
import { cityCell } from '../rows/typed-cells.ts'
import type { ContentEntity } from './content-entities.ts'
import type { FormControl } from './content-entity.ts'
import type { Place, Problems } from '../problems.ts'
import type { RawRow } from '../rows/raw-row.ts'

/** A row of content by the files' columns: undefined is not stated, null is cleared. */
export type ContentRow = { place: Place; stated: ReadonlyMap<string, unknown> }

/** Cities as forms offer them. */
export const cityTerms: readonly Term[] = cities.map(({ code, name }) => ({ slug: code, label: name }))

const reference: Readonly<Record<string, Omit<FileColumn, 'needed'>>> = {
  school_key: {
    chinese: '学校编号',
    schema: line(100),
    hint: '学校那一页的“编号”；填了它就不用填校名',
  },
  school: { chinese: '学校', schema: line(100), hint: '学校的全名，同名时再填区' },
  school_city: { chinese: '学校所在城市', schema: cityCell, terms: cityTerms },
  school_district: { chinese: '学校所在区', schema: line(40) },
  school_address: { chinese: '学校地址', schema: line(200) },
}
const openDay: typeof reference = {
  open_day_key: { chinese: '开放日编号', schema: line(100) },
  open_day: { chinese: '开放日', schema: line(200) },
}

/** A column of files as rows are read by it and forms show it. */
type FileColumn = FormControl & { chinese: string; schema: z.ZodType; needed: boolean }

/** What makes the columns of files: of an entity, or of what has neither a number nor a key of its own. */
export type RowShape = Pick<ContentEntity, 'fields' | 'school' | 'city' | 'openDay'> & {
  unnumbered?: boolean
}

/** All columns of an entity's files with Chinese names and schemas, in the order of an export. */
export function fieldsOf(entity: RowShape): Map<string, FileColumn> {
  const fields = new Map<string, FileColumn>()
  const add = (more: typeof reference) => {
    for (const [name, field] of Object.entries(more)) fields.set(name, { ...field, needed: false })
  }
  if (entity.unnumbered !== true)
    add({
      id: { chinese: '序号', schema: wholeNumber(1, 999_999_999) },
      key: { chinese: '编号', schema: line(100), hint: schoolColumns.key.hint },
    })
  if (entity.city !== undefined || entity.school !== undefined) {
    fields.set('city', {
      chinese: '城市',
      schema: cityCell,
      needed: entity.city === 'needed',
      terms: cityTerms,
    })
  }
  if (entity.school !== undefined) add(reference)
  if (entity.openDay === true) add(openDay)
  for (const { name, chinese, schema, needed = false, kind, control, hint, terms } of entity.fields) {
    fields.set(name, { chinese, schema, needed, control, hint, terms })
    if (kind === 'picture')
      add({
        [`${name}_alt`]: { chinese: `${chinese}说明`, schema: line(200), hint: schoolColumns.logo_alt.hint },
      })
  }
  return fields
}

/** The columns of an entity's files. */
export function contentColumns(entity: RowShape): Columns {
  return columnsOf(Object.fromEntries([...fieldsOf(entity)].map(([name, { chinese }]) => [name, chinese])))
}

/** Creates the parser of an entity's raw rows; problems are collected, an unknown column once per file. */
export function contentRowReader(
  entity: RowShape,
  problems: Problems,
): (raw: RawRow) => Promise<ContentRow | undefined> {
  const fields = fieldsOf(entity)
  // A row that has a number or a key may leave a column out, which keeps what is stored.
  const requiredCell = (value: z.ZodType) =>
    entity.unnumbered === true
      ? requiredValue(value)
      : cell(value).refine((given) => given !== undefined && given !== null, '必填')
  const schema = z
    .object(
      Object.fromEntries(
        [...fields].map(([name, { schema: value, needed }]) => [
          name,
          needed ? requiredCell(value) : cell(value),
        ]),
      ),
    )
    .superRefine((row, context) => {
      if (entity.school === 'needed' && row['school_key'] == null && row['school'] == null) {
        context.addIssue({
          code: 'custom',
          path: ['school_key'],
          message: '要用 school_key 或 school 说明是哪所学校',
        })
      }
      if (row['school'] != null && row['school_key'] == null && (row['school_city'] ?? row['city']) == null) {
        context.addIssue({ code: 'custom', path: ['city'], message: '按校名找学校要写明城市' })
      }
      const [from, to] = [row['starts_at'], row['ends_at']]
      if (typeof from === 'string' && typeof to === 'string' && from > to) {
        context.addIssue({ code: 'custom', path: ['ends_at'], message: '早于 starts_at' })
      }
    })
  const { cellsOf, addFault } = columnReader(contentColumns(entity), problems)
  const hasTexts = entity.fields.some(({ kind }) => kind === 'rich')
  return async (raw) => {
    const cells = cellsOf(raw)
    const values = Object.fromEntries(cells.values)
    const parsed = hasTexts ? await schema.safeParseAsync(values) : schema.safeParse(values)
    if (parsed.success)
      return cells.isSound ? { place: raw.place, stated: new Map(Object.entries(parsed.data)) } : undefined
    for (const { path, message } of parsed.error.issues) {
      const within = path.slice(1).map(String).join('.')
      addFault(raw, cells, {
        column: String(path[0]),
        message: within === '' ? message : `${within}: ${message}`,
      })
    }
    return undefined
  }
}
