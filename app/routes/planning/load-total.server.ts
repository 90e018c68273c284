import { gradeOfLevel } from '#server/contract/grades.ts'
import { notKnown } from '#server/contract/not-known.ts'
import { apiFor } from '#app/api/client.server.ts'
import type { Caller } from '#app/load-context.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import { loadSchools } from '#app/schools/load-schools.server.ts'
import { moneyText } from '#app/ui/text/format.ts'
import { addTuition } from './add-tuition.ts'
import type { PlanQuery } from './read-plan.server.ts'

/**
 * Adds up the tuition of the chosen schools from the child's grade to grade 12; undefined when none is chosen. A school
 * that is not there or failed to load, which is reported, is left out and counted in `missing`.
 */
export async function loadTotal(caller: Caller, { child, grade, schools: ids, dropped }: PlanQuery) {
  if (ids.length === 0) return undefined
  const found = await optionalPart(loadSchools(apiFor(caller), ids, { entry: true }), caller)
  const schools = (found ?? []).flatMap(({ id, name, stages, boarding, sample, entry }) => {
    if (entry === undefined) return []
    const { sum, known, gaps, ...added } = addTuition(
      { tuition: entry.tuition, stages, boarding },
      grade.level,
      child.stay,
    )
    return [
      {
        id,
        name,
        ...(sample ? { sample: true } : {}),
        stay: added.stay === 'boarding' ? '住校' : '走读',
        cells: added.grades.map(({ tuition, gap }) =>
          tuition === undefined ? (gap === 'absent' ? '没有这个年级' : notKnown) : moneyText(tuition),
        ),
        levels: added.grades.map(({ level }) => gradeOfLevel(level)?.label ?? ''),
        sum,
        total: known === 0 ? '算不出来' : `${known}\u00a0年 ${moneyText(sum)}`,
        gaps,
      },
    ]
  })
  const [first] = schools
  return {
    grade: grade.label,
    grades: first?.levels ?? [],
    schools: schools.map(({ levels: _levels, ...school }) => school),
    missing: ids.length - schools.length,
    dropped,
  }
}
/** View model of the tuition of the chosen schools. */
export type Total = NonNullable<Awaited<ReturnType<typeof loadTotal>>>
