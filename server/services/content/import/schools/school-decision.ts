import type { SchoolFacts, StoredSchool } from '#server/db/content/school-import-rows.ts'
import { schoolDifferences } from '../differences.ts'
import type { Place, Problems } from '../problems.ts'
import type { StoredSchools } from './school-match.ts'
import { isOutdated, outdated, stillWithdrawn } from '../outdated-rows.ts'
import { costContradictions } from './derived-costs.ts'
import { derivedFrom, factsAfter, planChange, planNew } from './school-plan.ts'
import type { SchoolPlan } from './school-plan.ts'
import type { SchoolRow } from './school-row.ts'
import { withoutOlder, type Writing } from './school-statements.ts'
import type { SchoolSurvey } from './school-survey.ts'

type Notes = {
  problems: Problems
  notices: Problems
  differences: Problems
  /** Called for every row that creates a school. */
  onAdded: (row: SchoolRow) => void
  /** Whether renamed schools keep their names as former ones; absent: they do. */
  addsFormerNames?: boolean | undefined
  writing: Writing
}

/** Creates the function that plans each row: a row that cannot be applied is reported as a problem. */
export function schoolDecider(
  survey: SchoolSurvey,
  { problems, notices, differences, onAdded, addsFormerNames, writing }: Notes,
): (row: SchoolRow, stored: StoredSchools) => SchoolPlan | undefined {
  const placeOfSchool = new Map<number, Place>()

  return (given, stored) => {
    const match = stored.match(given, survey)
    const { row, older } =
      match.kind === 'one' ? withoutOlder(given, match.stored, writing) : { row: given, older: [] }
    if (match.kind === 'several') {
      problems.add(row.place, '已有几所学校同城、同名、同地址，要用 key 说明是哪一所', 'key')
      return undefined
    }
    if (match.kind === 'conflict') {
      problems.add(row.place, match.why, match.field)
      return undefined
    }
    if (!agreesWithRows(row, match.kind === 'none' ? undefined : match.stored, problems)) return undefined
    if (match.kind === 'none') {
      differences.add(row.place, `新增 ${row.facts.name}`)
      onAdded(row)
      return planNew(row, writing)
    }

    const { id } = match.stored
    const earlier = placeOfSchool.get(id)
    if (earlier !== undefined) {
      problems.add(
        row.place,
        `和 ${earlier.file} 第 ${earlier.line} 行对应同一所已有的学校（编号 ${id}）`,
        'key',
      )
      return undefined
    }
    placeOfSchool.set(id, row.place)
    if (match.guessed) {
      notices.add(row.place, `按城市和校名认作已有的学校（编号 ${id}）；如果不是同一所，请用 key 区分`)
    }
    if (!isConsistent(row, match.stored, problems)) return undefined
    for (const { facts, source_date } of older) {
      notices.add(row.place, `${source_date ?? ''} 的内容早于已有的，没有覆盖，记为另一种说法`, facts[0])
    }
    const plan = planChange(row, match.stored, { addsFormerName: addsFormerNames, older, ...writing })
    if (plan.kind === 'change' && isOutdated(row.facts.updated_at, match.stored.facts.updated_at)) {
      problems.add(row.place, outdated, 'updated_at')
      return undefined
    }
    if (plan.kind === 'change') differences.add(row.place, schoolDifferences(match.stored, plan.change))
    if (match.stored.facts.withdrawn_at !== null && row.facts.withdrawn_at === undefined) {
      notices.add(row.place, stillWithdrawn, 'withdrawn_at')
    }
    return plan
  }
}

/** Validates the costs that a row states against those that follow from the rows of the school's lists. */
function agreesWithRows(row: SchoolRow, stored: StoredSchool | undefined, problems: Problems): boolean {
  const contradictions = costContradictions(row.facts, derivedFrom(row, stored))
  for (const { field, message } of contradictions) problems.add(row.place, message, field)
  return contradictions.length === 0
}

/** Validates the stored values together with the row's: each may be valid alone. */
function isConsistent(row: SchoolRow, stored: StoredSchool, problems: Problems): boolean {
  const facts = factsAfter(row, stored)
  const known = Object.entries(stored.facts)
  const check = (least: keyof SchoolFacts, most: keyof SchoolFacts): boolean => {
    const [from, to] = [facts[least], facts[most]]
    if (from === null || to === null || from <= to) return true
    const storedField = row.facts[most] === undefined ? most : least
    const value = known.find(([name]) => name === storedField)?.[1]
    problems.add(
      row.place,
      `和已有的 ${storedField}（${JSON.stringify(value)}）矛盾`,
      storedField === most ? least : most,
    )
    return false
  }
  return [check('tuition_min', 'tuition_max'), check('total_cost_min', 'total_cost_max')].every(Boolean)
}
