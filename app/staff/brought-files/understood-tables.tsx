import { useId, type ReactNode } from 'react'
import type { z } from 'zod'
import { forgottenColumn } from '#server/contract/staff/forgotten-column.ts'
import type { understoodFiles } from '#server/contract/staff/uploaded-file.ts'
import { DataTable } from '../parts/data-table.tsx'
import { SubmitButton, StaffForm } from '../parts/staff-form.tsx'
import styles from './understood-tables.module.css'

type Understood = { [Name in keyof typeof understoodFiles]: z.output<(typeof understoodFiles)[Name]> }
type Table = Understood['tables'][number]
type Column = Table['columns'][number]
type Row = Table['rows'][number]

const columnFacts = [
  { label: '文件里的列', cell: ({ name }: Column) => name || '（没有列名）', isHeading: true },
  {
    label: '认作',
    cell: ({ column, label, remembered }: Column) =>
      column === undefined ? (
        <strong>没有认出</strong>
      ) : (
        `${label ?? '不要'}${remembered === true ? '（上次这样说的）' : ''}`
      ),
    noWrap: true,
  },
  { label: '前几格', cell: ({ cells }: Column) => cells.join('、') },
]

type Props = {
  tables: readonly Table[]
  /** Where the form with the meanings of unknown columns leads, and the fields by which it brings the files again. */
  action: string
  children: ReactNode
}

/** What files were understood as: each column, the first rows as they are stored, and a form for what was not understood. */
export function UnderstoodTables({ tables, action, children }: Props) {
  const all = tables.flatMap(({ columns }) => columns)
  const hasUnknown = all.some(({ column }) => column === undefined)
  const isAsked = all.some(isAskedFor)
  return (
    <div className={styles.understood}>
      {isAsked ? (
        <StaffForm action={action} encType="multipart/form-data">
          {children}
          <p>
            {hasUnknown
              ? '有的列没有认出。说明它们是什么，或者不要它们，再检查一次；导入以后记住，下次同名的列不用再说：'
              : '有的列按上次说的认。不对的可以改，再检查一次：'}
          </p>
          {tables.map((table, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have one name
            <UnknownColumns key={place} table={table} />
          ))}
          <SubmitButton>按这样再检查（还不保存）</SubmitButton>
        </StaffForm>
      ) : null}
      {tables.map((table, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two files may have one name
        <details key={place} open={tables.length === 1}>
          <summary>{table.file}：认出的列和前几行</summary>
          <UnderstoodColumns table={table} />
        </details>
      ))}
    </div>
  )
}

/** Whether somebody must say what a column is, or said so of an earlier file. */
function isAskedFor({ column, remembered }: Column): boolean {
  return column === undefined || remembered === true
}

function UnderstoodColumns({ table: { file, columns, rows } }: { table: Table }) {
  const shown = columns.filter(({ label }) => label !== undefined)
  return (
    <>
      <DataTable
        caption={`${file}的列`}
        columns={columnFacts}
        rows={columns}
        keyOf={({ name }) => name}
        empty="没有列。"
      />
      <h3>前 {rows.length} 行会存成这样</h3>
      <div className={styles.rows}>
        <DataTable
          caption={`${file}的前几行`}
          columns={[
            { label: '行', cell: ({ line }: Row) => line, noWrap: true, isHeading: true },
            ...shown.map(({ label = '' }, at) => ({ label, cell: ({ cells }: Row) => cells[at] ?? '' })),
          ]}
          rows={rows}
          keyOf={({ line }) => line}
          empty="还没有能存的行。"
        />
      </div>
    </>
  )
}

function UnknownColumns({ table: { kind, columns, choices } }: { table: Table }) {
  const id = useId()
  return columns.filter(isAskedFor).map(({ name, column: known, cells }, at) => (
    <p key={name}>
      <label htmlFor={`${id}${at}`}>
        “{name}”是{cells.length === 0 ? null : <small>（{cells.join('、')}）</small>}
      </label>
      <select
        id={`${id}${at}`}
        name="columns"
        className="field"
        defaultValue={known === undefined ? '' : `${kind}:${known}:${name}`}
      >
        {known === undefined ? (
          <option value="">请选择</option>
        ) : (
          <option value={`${kind}:${forgottenColumn}:${name}`}>不再记住</option>
        )}
        <option value={`${kind}::${name}`}>不要这一列</option>
        {choices.map(({ column, label }) => (
          <option key={column} value={`${kind}:${column}:${name}`}>
            {label}
          </option>
        ))}
      </select>
    </p>
  ))
}
