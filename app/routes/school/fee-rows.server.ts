import type { SchoolEntry, SchoolFee } from '#server/contract/child/school-entry.ts'
import { rangeLabel } from '#server/contract/grades.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { dearerEndText, tuitionLabel } from '#app/schools/fact-labels.ts'
import type { FeeRow } from '#app/schools/school-data.ts'
import { groupedText } from '#app/ui/text/format.ts'
import { closedAwarePrice } from '#app/ui/text/school-text.ts'
import { schoolYearText } from '#app/child/school-year.server.ts'

/** Whole CNY with separators: `128,000元`. */
const exact = (cny: number) => `${groupedText(cny)}元`

const row = (label: string, amount: string, note?: string): FeeRow => ({
  label,
  amount,
  ...(note === undefined || note === '' ? {} : { note }),
})

/** Tuition by grade in the latest school year that states it, else the school's range. */
function tuitionRows(school: SchoolDetailData, tuition: SchoolEntry['tuition']): FeeRow[] {
  const { stages, state, tuition_max, tuition_min } = school
  if (tuition.length === 0 || state === 'closed') {
    const varies = stages.length > 1 ? '随学段不同' : '随年级不同'
    const label = tuitionLabel(school)
    if (label === undefined) return []
    return [row('学费', label, tuition_min === tuition_max ? undefined : varies)]
  }
  const year = Math.max(...tuition.map((fee) => fee.school_year))
  const latest = tuition.filter((fee) => fee.school_year === year)
  return latest.map(({ from_grade: from, to_grade: to, day, boarding }, at) => {
    const amount = day ?? boarding ?? 0
    const boards = boarding === undefined || boarding === day ? undefined : `${exact(boarding)}/年`
    const notes = [
      at === 0 ? schoolYearText(year) : undefined,
      boards && (day === undefined ? '住校' : `住校 ${boards}`),
    ]
    return row(
      `学费 ${rangeLabel({ from, to })}`,
      amount === 0 ? '免学费' : `${exact(amount)}/年`,
      notes.filter(Boolean).join('，'),
    )
  })
}

/** What a year costs in all, exactly: `267,000–327,800元/年`; undefined when it is not known. */
function totalText({
  state,
  total_cost_max: max,
  total_cost_min: min,
}: SchoolDetailData): string | undefined {
  if (max === undefined) return min === undefined ? undefined : closedAwarePrice(state, `${exact(min)}/年起`)
  if (min === undefined) return closedAwarePrice(state, `不超过 ${exact(max)}/年`)
  return closedAwarePrice(state, `${min === max ? '' : `${groupedText(min)}–`}${exact(max)}/年`)
}

/** Which choices the stated sums of a year are of, where they add up: 最低：走读；最高：住校并坐校车； */
function choicesText(school: SchoolDetailData, { fees }: SchoolEntry): string | undefined {
  const { boarding, total_cost_max: most, total_cost_min: least } = school
  const sumOf = (payer: SchoolFee['applies_to']) =>
    fees
      .filter(({ applies_to: pays, per }) => pays === payer && per === 'year')
      .reduce((sum, { amount }) => sum + amount, 0)
  const [everybody, boarders, bus] = [sumOf('everybody'), sumOf('boarders'), sumOf('bus')]
  const isLeast = least === (school.tuition_min ?? NaN) + everybody
  const isMost = most === (school.tuition_max ?? NaN) + everybody + boarders + bus
  if (boarding === 'full' || boarders + bus === 0 || !isLeast || !isMost) return undefined
  const choices = [boarders === 0 ? [] : ['住校'], bus === 0 ? [] : ['坐校车']].flat()
  return `最低：${boarders === 0 ? '不坐校车' : '走读'}；最高：${choices.join('并')}；`
}

/** What the one or the two sums of a year are of. */
function endsText(school: SchoolDetailData, entry: SchoolEntry): string {
  if (school.total_cost_min === school.total_cost_max) return '每年各项相加，'
  const dearer = dearerEndText(school)
  return (
    choicesText(school, entry) ?? (dearer === undefined ? '最低和最高，年级和选的项目不同，' : `${dearer}，`)
  )
}

/** The rows of a school's table of costs, the sum of a year last where it is known; none when no cost is known. */
export function feeRows(school: SchoolDetailData, entry: SchoolEntry): FeeRow[] {
  const { tuition } = entry
  if (school.fees.length === 0 && school.tuition_min === undefined && tuition.length === 0) return []
  const total = totalText(school)
  return [
    ...tuitionRows(school, tuition),
    ...school.fees.map(({ amount, label, note, per }) =>
      per === 'year'
        ? row(label, `${exact(amount)}/年`, note)
        : row(label, exact(amount), ['一次性', note].filter(Boolean).join('，')),
    ),
    ...(total === undefined
      ? []
      : [
          {
            ...row('一年总费用', total, `${endsText(school, entry)}不含一次性费用`),
            isSum: true as const,
          },
        ]),
  ]
}
