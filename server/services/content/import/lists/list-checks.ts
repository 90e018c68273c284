import type { SchoolStatement } from '#server/contract/catalogue/fact-statements.ts'
import { factTerms } from '#server/contract/catalogue/school-columns.ts'
import { identities, stepKinds } from '#server/contract/child/entry-terms.ts'
import {
  rangeLabel,
  rangesOverlap,
  highestLevel,
  lowestLevel,
  type GradeRange,
} from '#server/contract/grades.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import type {
  AdmissionStep,
  BusStop,
  Eligibility,
  EntryGrade,
  TuitionFee,
} from '#server/contract/child/school-entry.ts'

/** What is wrong with a row of a list beside the others: the row's place in the list, the column, what to say. */
export type ListFault = { at: number; field: string; message: string }

type Ranged = { from_grade?: number | undefined; to_grade?: number | undefined }

const rangeOf = ({ from_grade: from = lowestLevel, to_grade: to = highestLevel }: Ranged): GradeRange => ({
  from,
  to,
})
const labelOfGrades = (row: Ranged): string =>
  row.from_grade === undefined ? '所有年级' : rangeLabel(rangeOf(row))

/** Rows that share their key must have no grade in common. */
function overlaps<Row extends Ranged>(rows: readonly Row[], keyOf: (row: Row) => string): ListFault[] {
  return rows.flatMap((row, at) => {
    const earlier = rows
      .slice(0, at)
      .find((other) => keyOf(other) === keyOf(row) && rangesOverlap(rangeOf(other), rangeOf(row)))
    return earlier === undefined
      ? []
      : [
          {
            at,
            field: 'grades',
            message: `${labelOfGrades(row)}和同一学校的另一条（${labelOfGrades(earlier)}）重叠`,
          },
        ]
  })
}

export function tuitionFaults(rows: readonly TuitionFee[]): ListFault[] {
  return [
    ...rows.flatMap(({ day, boarding }, at): ListFault[] => {
      if (day === undefined && boarding === undefined)
        return [{ at, field: 'day', message: '走读学费和住校学费至少写一个' }]
      return day !== undefined && boarding !== undefined && boarding < day
        ? [
            {
              at,
              field: 'boarding',
              message: '低于走读学费：这里写住校生一年的学费；另收的住宿费写在 fees',
            },
          ]
        : []
    }),
    ...overlaps(rows, ({ school_year }) => String(school_year)),
  ]
}

export function entryFaults(rows: readonly EntryGrade[]): ListFault[] {
  return overlaps(rows, ({ school_year }) => String(school_year))
}

export function eligibilityFaults(rows: readonly Eligibility[]): ListFault[] {
  return [
    ...rows.flatMap(({ verdict, condition }, at): ListFault[] =>
      verdict === 'conditional' && condition === undefined
        ? [{ at, field: 'condition', message: '有条件时要写明条件' }]
        : [],
    ),
    ...overlaps(rows, ({ identity }) => labelOf(identities, identity)),
  ]
}

const stepOrder = stepKinds.map(({ slug }) => slug)
/** Steps that cannot come before another kind of the same round; families are assessed while others still apply. */
const after: Partial<Record<AdmissionStep['kind'], readonly AdmissionStep['kind'][]>> = {
  close: ['open'],
  assessment: ['open'],
  result: ['open', 'assessment'],
  payment: ['open', 'assessment', 'result'],
}

export function stepFaults(rows: readonly AdmissionStep[]): ListFault[] {
  const roundOf = (row: AdmissionStep) =>
    [row.school_year, row.round ?? '', row.from_grade ?? '', row.to_grade ?? ''].join(' ')
  return rows.flatMap((row, at): ListFault[] => {
    if (row.end_date !== undefined && row.end_date < row.date)
      return [{ at, field: 'end_date', message: `早于 date(${row.date})` }]
    const late = rows
      .filter((other) => roundOf(other) === roundOf(row) && after[row.kind]?.includes(other.kind) === true)
      .toSorted((a, b) => stepOrder.indexOf(b.kind) - stepOrder.indexOf(a.kind))
      .find((other) => other.date > row.date)
    return late === undefined
      ? []
      : [
          {
            at,
            field: 'date',
            message: `${labelOf(stepKinds, row.kind)}（${row.date}）早于${labelOf(stepKinds, late.kind)}（${late.date}）`,
          },
        ]
  })
}

/** A fact has one statement that its column agrees with, and what another source says instead is of one fact. */
export function statementFaults(rows: readonly SchoolStatement[]): ListFault[] {
  return rows.flatMap((row, at): ListFault[] => {
    if (row.value !== undefined)
      return row.facts.length === 1 ? [] : [{ at, field: 'facts', message: '另一种说法只能是一项的' }]
    const before = rows.slice(0, at).flatMap(({ facts, value }) => (value === undefined ? facts : []))
    const twice = row.facts.find((fact) => before.includes(fact))
    return twice === undefined
      ? []
      : [{ at, field: 'facts', message: `${labelOf(factTerms, twice)}已经有一个来源` }]
  })
}

/** What is said of a line must be the same at each of its stops. */
export function stopFaults(rows: readonly BusStop[]): ListFault[] {
  return rows.flatMap((row, at): ListFault[] => {
    if ((row.lat === undefined) !== (row.lng === undefined))
      return [{ at, field: row.lat === undefined ? 'lat' : 'lng', message: 'lat 和 lng 要一起填' }]
    const before = rows.slice(0, at).filter(({ line }) => line === row.line)
    const previous = before.findLast(({ time }) => time !== undefined)
    if (row.time !== undefined && previous?.time !== undefined && row.time < previous.time)
      return [{ at, field: 'time', message: `早于上一站 ${previous.name}(${previous.time})` }]
    const [first] = before
    const differs =
      first !== undefined &&
      [first.note, first.source, first.source_date].join('\n') !==
        [row.note, row.source, row.source_date].join('\n')
    return differs ? [{ at, field: 'line', message: `和“${row.line}”前面的站点写了不同的说明或来源` }] : []
  })
}
