import {
  decisionCriteria,
  type DecisionAnswer,
  type DecisionCriterion,
} from '#server/contract/catalogue/decision-criteria.ts'

/** What one person says. */
export type Column = { name: string; answers: readonly DecisionAnswer[] }

type Place = { schoolId: number; mean?: number; place?: number }
/** Schools in the order of a person's means, or of all together; schools without a mean have no place and come last. */
export type Ranking = { name: string | undefined; places: Place[] }

/** Scores of one school by one criterion. */
export type Scored = {
  schoolId: number
  criterion: DecisionCriterion
  spread: number
  scores: { name: string; score: number }[]
}

export type Comparison = {
  /** Of each person who gave a score, then of all together where they are several. */
  rankings: Ranking[]
  /** What several people scored, and at most one point apart. */
  agreed: Scored[]
  /** What they scored further apart, the widest spread first. */
  differing: Scored[]
  /** Who did not score what somebody else scored, and how often. */
  unanswered: { name: string; count: number }[]
  /** The schools that everybody puts first. */
  sharedFirst: number[]
  /** A criterion without which everybody puts the same schools first; only where they do not. */
  decisive?: { criterion: DecisionCriterion; first: number[] }
}

/** From how many points on two scores differ. */
const leastSpread = 2
const criteria: readonly DecisionCriterion[] = decisionCriteria.map(({ slug }) => slug)

/** Where several people agree about schools, where they differ, and by which criterion. */
export function compareColumns(schoolIds: readonly number[], columns: readonly Column[]): Comparison {
  const scoring = columns.filter((column) =>
    schoolIds.some((id) => meanOf(column, id, criteria) !== undefined),
  )
  const cells = schoolIds.flatMap((schoolId) =>
    criteria.map((criterion) => scoredBy(columns, schoolId, criterion)),
  )
  const shared = cells.filter(({ scores }) => scores.length > 1)
  const sharedFirst = firstOfAll(schoolIds, scoring, criteria)
  const decisive =
    scoring.length < 2 || sharedFirst.length > 0 ? undefined : decisiveOf(schoolIds, scoring, shared)
  return {
    rankings: [
      ...scoring.map((column) => ({ name: column.name, places: placesOf(schoolIds, [column], criteria) })),
      ...(scoring.length < 2 ? [] : [{ name: undefined, places: placesOf(schoolIds, scoring, criteria) }]),
    ],
    agreed: shared.filter(({ spread }) => spread < leastSpread),
    differing: widestFirst(shared.filter(({ spread }) => spread >= leastSpread)),
    unanswered: columns.flatMap(({ name }) => {
      const count = cells.filter(
        ({ scores }) => scores.length > 0 && !scores.some((each) => each.name === name),
      ).length
      return count === 0 ? [] : [{ name, count }]
    }),
    sharedFirst: scoring.length < 2 ? [] : sharedFirst,
    ...(decisive === undefined ? {} : { decisive }),
  }
}

function scoredBy(columns: readonly Column[], schoolId: number, criterion: DecisionCriterion): Scored {
  const scores = columns.flatMap(({ name, answers }) => {
    const score = answers.find((answer) => answer.school_id === schoolId)?.scores[criterion]
    return score === undefined ? [] : [{ name, score }]
  })
  const points = scores.map(({ score }) => score)
  return {
    schoolId,
    criterion,
    scores,
    spread: points.length === 0 ? 0 : Math.max(...points) - Math.min(...points),
  }
}

function widestFirst(cells: readonly Scored[]): Scored[] {
  return cells.toSorted((one, other) => other.spread - one.spread)
}

/** The mean of a person's scores of a school by some criteria; undefined without one. */
function meanOf(column: Column, schoolId: number, by: readonly DecisionCriterion[]): number | undefined {
  const scores = column.answers.find((answer) => answer.school_id === schoolId)?.scores ?? {}
  const points = by.flatMap((criterion) => scores[criterion] ?? [])
  return points.length === 0 ? undefined : sumOf(points) / points.length
}

const sumOf = (points: readonly number[]) => points.reduce((sum, point) => sum + point, 0)

/** Schools by the mean of what people think of them, each person counting alike; only those that all of them scored have a place. */
function placesOf(
  schoolIds: readonly number[],
  columns: readonly Column[],
  by: readonly DecisionCriterion[],
): Place[] {
  const means = schoolIds.map((schoolId): Place => {
    const each = columns.flatMap((column) => meanOf(column, schoolId, by) ?? [])
    if (each.length === 0 || each.length < columns.length) return { schoolId }
    // Rounded, so that sums of fractions that are equal are equal.
    return { schoolId, mean: Math.round((sumOf(each) / each.length) * 1e6) / 1e6 }
  })
  return means
    .map((own) =>
      own.mean === undefined
        ? own
        : { ...own, place: 1 + means.filter(({ mean = 0 }) => mean > (own.mean ?? 0)).length },
    )
    .toSorted((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity) || 0)
}

/** The schools that each of some people puts first. */
function firstOfAll(
  schoolIds: readonly number[],
  columns: readonly Column[],
  by: readonly DecisionCriterion[],
): number[] {
  const firsts = columns.map((column) =>
    placesOf(schoolIds, [column], by).flatMap(({ place, schoolId }) => (place === 1 ? [schoolId] : [])),
  )
  return schoolIds.filter((id) => firsts.every((first) => first.includes(id)))
}

/** The criterion without which all put the same schools first; of several the one with the widest spreads. */
function decisiveOf(
  schoolIds: readonly number[],
  columns: readonly Column[],
  cells: readonly Scored[],
): Comparison['decisive'] {
  const spreadOf = (criterion: DecisionCriterion) =>
    sumOf(cells.filter((cell) => cell.criterion === criterion).map(({ spread }) => spread))
  return criteria
    .map((criterion) => ({
      criterion,
      spread: spreadOf(criterion),
      first: firstOfAll(
        schoolIds,
        columns,
        criteria.filter((each) => each !== criterion),
      ),
    }))
    .filter(({ first, spread }) => first.length > 0 && spread > 0)
    .toSorted((one, other) => other.spread - one.spread)
    .map(({ criterion, first }) => ({ criterion, first }))[0]
}
