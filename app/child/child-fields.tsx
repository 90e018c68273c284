import type { ReactNode } from 'react'
import { identities, stays } from '#server/contract/child/entry-terms.ts'
import { feeBands, type Term } from '#server/contract/vocabulary.ts'
import type { ChildQuery } from '#server/contract/child/child-query.ts'
import { gradeNow, nowChoices } from './grade-now.ts'
import { useEntryYear } from '#app/root-data.ts'
import { moneyRange } from '#app/ui/text/format.ts'
import styles from './child-fields.module.css'

type Props = {
  child: ChildQuery
  /** Where the child's way may begin. */
  places: readonly Term[]
  /** Whether a budget is asked for too. */
  asksBudget?: boolean
  /** Further controls beside the fields. */
  children?: ReactNode
}

const budgets = feeBands.flatMap(({ max }) =>
  max === undefined ? [] : [{ slug: String(max), label: moneyRange(undefined, max) }],
)

/** The fields that describe a child in short: its grade now, its group, day or boarding, and where it lives. */
export function ChildFields({
  child: { grade, identity, near, stay, year },
  places,
  asksBudget = false,
  children,
}: Props) {
  const next = useEntryYear()
  const entered = Number(year ?? next)
  const now = nowChoices(entered, next).map(({ label, value }) => ({ label, slug: value }))
  return (
    <div className={styles.fields}>
      <Choice
        className={styles.now}
        name="now"
        label="孩子现在几年级"
        none="先不选"
        terms={now}
        value={gradeNow(grade, entered, next)}
      />
      <Choice name="identity" label="户籍或护照" none="先不选" terms={identities} value={identity} />
      <Choice name="stay" label="走读还是住校" none="都可以" terms={stays} value={stay} />
      <Choice name="near" label="从哪里出发" none="先不选" terms={places} value={near} />
      {asksBudget ? <Choice name="fee_max" label="一年预算" none="不限" terms={budgets} /> : null}
      {children}
    </div>
  )
}

type ChoiceProps = {
  className?: string | undefined
  name: string
  label: string
  none: string
  terms: readonly Term[]
  value?: string | undefined
}

function Choice({ className, name, label, none, terms, value }: ChoiceProps) {
  return (
    <label className={className}>
      {label}
      <select className="field" name={name} defaultValue={value}>
        <option value="">{none}</option>
        {terms.map((term) => (
          <option key={term.slug} value={term.slug}>
            {term.label}
          </option>
        ))}
      </select>
    </label>
  )
}
