import { tuitionOf } from '#server/contract/child/cost-for.ts'
import { stays } from '#server/contract/child/entry-terms.ts'
import { latestTuition } from '#server/contract/child/grade-tuition.ts'
import type { SchoolFee, TuitionFee } from '#server/contract/child/school-entry.ts'
import { grades } from '#server/contract/grades.ts'
import { moneyText } from '#server/contract/money-text.ts'
import { boardings } from '#server/contract/vocabulary.ts'

/** Columns of a school that follow from the rows of its tuition and fees, where it has such rows. */
export const derivedColumns = ['tuition_min', 'tuition_max', 'total_cost_min', 'total_cost_max'] as const
export type DerivedColumn = (typeof derivedColumns)[number]
/** The values of these columns, CNY per year. */
export type DerivedCosts = Partial<Record<DerivedColumn, number>>

/** What the derived columns are made from. */
type Rows = { tuition: readonly TuitionFee[]; fees: readonly SchoolFee[] }

const sumOf = (fees: readonly SchoolFee[]) => fees.reduce((sum, { amount }) => sum + amount, 0)

/**
 * The lowest and the highest tuition of a school's grades by their latest rows, and with yearly fees what a year costs: at least
 * what everybody pays, at most with every choice. Columns without such rows are absent: they are a statement of their own.
 */
export function derivedCosts({ tuition, fees }: Rows, boarding: string | null | undefined): DerivedCosts {
  const lodging = boardings.find(({ slug }) => slug === boarding)?.slug
  const places = grades.flatMap(({ level }) =>
    stays.flatMap(({ slug: stay }) => {
      const amount = tuitionOf(latestTuition(tuition, level), stay, lodging)
      return amount === undefined ? [] : [{ amount, stay }]
    }),
  )
  if (places.length === 0) return {}
  const amounts = places.map(({ amount }) => amount)
  const range = { tuition_min: Math.min(...amounts), tuition_max: Math.max(...amounts) }
  const yearly = fees.filter(({ per }) => per === 'year')
  if (yearly.length === 0) return range
  const paidBy = (...payers: SchoolFee['applies_to'][]) =>
    sumOf(yearly.filter(({ applies_to: payer }) => payers.includes(payer)))
  const costs = places.map(
    ({ amount, stay }) => amount + paidBy('everybody', ...(stay === 'boarding' ? ['boarders' as const] : [])),
  )
  return {
    ...range,
    total_cost_min: Math.min(...costs),
    total_cost_max: Math.max(...costs) + paidBy('bus', undefined),
  }
}

const labels: Record<DerivedColumn, { typed: string; rows: string }> = {
  tuition_min: { typed: '最低学费', rows: '各年级学费里最低的' },
  tuition_max: { typed: '最高学费', rows: '各年级学费里最高的' },
  total_cost_min: { typed: '最低总费用', rows: '各年级学费加其他费用最少的' },
  total_cost_max: { typed: '最高总费用', rows: '各年级学费加其他费用最多的' },
}

/** What is typed in derived columns and contradicts the rows, each in words that name both. */
export function costContradictions(
  typed: Partial<Record<DerivedColumn, number | null | undefined>>,
  derived: DerivedCosts,
): { field: DerivedColumn; message: string }[] {
  return derivedColumns.flatMap((field) => {
    const [one, other] = [typed[field], derived[field]]
    if (one === undefined || one === null || other === undefined || one === other) return []
    const { rows, typed: label } = labels[field]
    const message = `${label} ${moneyText(one)}，${rows}是 ${moneyText(other)}：有明细时由明细算出，请改明细，或者不填这一项`
    return [{ field, message }]
  })
}
