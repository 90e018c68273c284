import type { ReactNode } from 'react'
import { Diff, valueText } from '../../parts/diff.tsx'
import { differenceWords, type ContentField } from './content-texts.ts'
import { PictureThumbnail } from './picture-thumbnail.tsx'

type Props = {
  fields: readonly ContentField[]
  /** Cells of fields before and after. */
  differences: readonly { field: string; before: string; after: string }[]
  sides: readonly [before: string, after: string]
}

/** Changed cells as people read them: labels of terms, rows that go and come, pictures. */
export function ContentDiff({ fields, differences, sides }: Props) {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const shown = (name: string, value: unknown): ReactNode => {
    const field = byName.get(name)
    const text = valueText(value)
    return field?.control === 'picture' ? <PictureThumbnail value={text} label={field.label} /> : text
  }
  return (
    <Diff
      changes={Object.fromEntries(
        differences.map(({ field, before, after }) => [
          field,
          differenceWords(byName.get(field), [before, after]),
        ]),
      )}
      labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
      sides={sides}
      textOf={shown}
    />
  )
}
