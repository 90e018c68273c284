import type { ReactNode } from 'react'
import { Diff, valueText } from '../../parts/diff.tsx'
import { Facts } from '../../parts/facts.tsx'
import { cellWords, differenceWords, type CellField, type ContentField } from './content-texts.ts'
import { PictureThumbnail } from './picture-thumbnail.tsx'

type Props = {
  fields: readonly ContentField[]
  /** Cells of fields before and after, those of columns that no form has with their names. */
  differences: readonly { field: string; label?: string | undefined; before: string; after: string }[]
  sides: readonly [before: string, after: string]
}

/** A time that no form has. */
const withdrawnAt: CellField = { name: 'withdrawn_at', label: '撤下的时间', control: 'moment' }

const fieldsByName = (fields: readonly CellField[]) =>
  new Map([withdrawnAt, ...fields].map((field) => [field.name, field]))

/** The cells that a draft brought: what was before is in the history of the row. */
export function PublishedCells({ fields, differences }: Omit<Props, 'sides'>) {
  const byName = fieldsByName(fields)
  return (
    <Facts
      facts={differences.map(({ field, label, after }) => {
        const known = byName.get(field)
        const words = after === '' ? '清空' : cellWords(known, after)
        const isPicture = known?.control === 'picture' && after !== ''
        const name = known?.label ?? label ?? field
        return { label: name, value: isPicture ? <PictureThumbnail value={after} label={name} /> : words }
      })}
    />
  )
}

/** Changed cells as people read them: labels of terms, rows that go and come, pictures. */
export function ContentDiff({ fields, differences, sides }: Props) {
  const byName = fieldsByName(fields)
  const shown = (name: string, value: unknown): ReactNode => {
    const field = byName.get(name)
    const text = valueText(value)
    return field?.control === 'picture' ? <PictureThumbnail value={text} label={field.label ?? name} /> : text
  }
  return (
    <Diff
      changes={Object.fromEntries(
        differences.map(({ field, before, after }) => [
          field,
          differenceWords(byName.get(field), [before, after]),
        ]),
      )}
      labels={Object.fromEntries(
        differences.map(({ field, label }) => [field, byName.get(field)?.label ?? label ?? field]),
      )}
      sides={sides}
      textOf={shown}
    />
  )
}
