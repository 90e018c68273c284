import type { ReactNode } from 'react'
import styles from './diff.module.css'

/** A field's change: its values before and after, or `changed` where they are personal. */
export type Change = 'changed' | readonly [before: unknown, after: unknown]

type Props = {
  changes: Readonly<Record<string, Change>>
  /** Chinese names of fields; others show their own. */
  labels?: Readonly<Record<string, string>>
  /** Headings of the two sides, for screen readers. */
  sides?: readonly [before: string, after: string]
  /** A field's value as it is shown, where it is a word of the contract or a picture. */
  textOf?: (field: string, value: unknown) => ReactNode
}

/** Changed fields with what was before and what is after. */
export function Diff({ changes, labels = {}, sides = ['原来', '现在'], textOf = plainText }: Props) {
  return (
    <dl className={styles.diff}>
      {Object.entries(changes).map(([field, change]) => (
        <div key={field}>
          <dt>{labels[field] ?? field}</dt>
          {change === 'changed' ? (
            <dd>改了（个人信息，不显示）</dd>
          ) : (
            <dd>
              <span className="vh">{sides[0]}：</span>
              <del>{textOf(field, change[0])}</del> <span aria-hidden="true">→</span>{' '}
              <span className="vh">{sides[1]}：</span>
              <ins>{textOf(field, change[1])}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function plainText(_field: string, value: unknown): string {
  return valueText(value)
}

/** A value as text; lists by 、 and objects as JSON. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '空'
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.length === 0 ? '空' : value.map(valueText).join('、')
  return JSON.stringify(value)
}
