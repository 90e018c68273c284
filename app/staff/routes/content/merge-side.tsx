import type { z } from 'zod'
import type { compareSchoolMerge } from '#server/contract/staff/school-merge.ts'
import { cellWords, rowsOf, rowsWithout, rowWords } from './content-texts.ts'
import styles from './merge-form.module.css'
import { PictureThumbnail } from './picture-thumbnail.tsx'

type Column = z.output<typeof compareSchoolMerge.data>['differing'][number]['columns'][number]

type Props = { columns: readonly Column[]; side: 'stay' | 'go' }

/** What one of two schools says of a fact, in words: of a list the rows that the other one does not have. */
export function MergeSide({ columns, side }: Props) {
  const known = columns.filter((column) => column[side] !== '')
  if (known.length === 0) return <>没有</>
  return (
    <>
      {known.map((column) => (
        <span key={column.name} className={styles.value}>
          {columns.length > 1 ? <small>{column.label} </small> : null}
          <Value column={column} value={column[side]} other={column[side === 'stay' ? 'go' : 'stay']} />
        </span>
      ))}
    </>
  )
}

type ValueProps = { column: Column; value: string; other: string }

function Value({ column, value, other }: ValueProps) {
  if (column.control === 'picture') return <PictureThumbnail value={value} label={column.label} />
  const { columns } = column
  if (columns === undefined) return <>{shortened(cellWords(column, value))}</>
  const own = rowsWithout(value, other)
  const shared = rowsOf(value).length - own.length
  return (
    <>
      {own.map((row) => (
        <span key={JSON.stringify(row)} className={styles.value}>
          {rowWords(columns, row)}
        </span>
      ))}
      {shared === 0 ? null : (
        <small className={styles.value}>
          {own.length === 0 ? '' : '另有 '}
          {shared} 条两边相同
        </small>
      )}
    </>
  )
}

const longest = 300

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
