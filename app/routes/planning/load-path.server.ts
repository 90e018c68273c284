import type { City } from '#server/contract/cities.ts'
import { listSchoolPaths, type PathSchool } from '#server/contract/schools/school-paths.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import { gradeOfLevel, gradeOfSlug, grades, highestLevel, rangeLabel } from '#server/contract/grades.ts'
import { curricula, labelOf } from '#server/contract/vocabulary.ts'
import { apiFor } from '#app/api/client.server.ts'
import { sourceText } from '#app/child/child-texts.server.ts'
import type { Caller } from '#app/load-context.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import { fittingListPath, type PlanQuery } from './read-plan.server.ts'

/** Part of a line from the child's grade to grade 12, in shares of the whole. */
type Run = { from: number; to: number }

const lastGrade = gradeOfLevel(highestLevel)?.label ?? ''
const levelOf = (slug: string) => gradeOfSlug(slug)?.level ?? highestLevel

/**
 * Loads the ways to grade 12 for a child: the schools that it may enter now or at the beginning of a later stage, how far
 * each goes and where else it takes new pupils. Null when the child enters the last grade; undefined when the list failed,
 * which is reported.
 */
export async function loadPath(caller: Caller, city: City, { child, grade, curriculum }: PlanQuery) {
  if (grade.level === highestLevel) return null
  const { grade: slug, identity, year } = child
  const input = listSchoolPaths.input.parse({ city_code: city.code, grade: slug, identity, year, curriculum })
  const found = await optionalPart(apiFor(caller)(listSchoolPaths, input, { city: city.code }), caller)
  if (found === undefined) return undefined
  const columns = highestLevel - grade.level + 1
  const shareOf = (level: number) => (level - grade.level) / columns
  const stated = found.schools.filter(({ sample }) => !sample)
  const sources = new Set(stated.flatMap(({ entries }) => entries.map(sourceText)).filter(Boolean))
  const [only] = sources.size === 1 ? sources : []
  const byId = new Map(found.schools.map((school) => [school.id, school]))
  const shown = new Set<number>()
  const endings = new Map<number, string[]>()
  const steps = found.steps.map((step, at) => {
    const level = levelOf(step.grade)
    const listed = step.schools.flatMap((id) => byId.get(id) ?? [])
    const own = listed.filter(({ id }) => !shown.has(id))
    const again = listed.filter(({ id }) => shown.has(id)).map(({ name }) => name)
    for (const { id } of own) shown.add(id)
    const view = {
      grade: gradeOfLevel(level)?.label ?? '',
      isFirst: at === 0,
      /** Schools of earlier steps that end before this one. */
      ending: endings.get(level - 1) ?? [],
      again,
      total: step.total,
      list: fittingListPath(city, {
        child: { grade: step.grade, identity, ...(at === 0 ? { year } : {}) },
        curriculum,
      }),
      schools: own.map((school) =>
        schoolView(school, { from: grade.level, level, shareOf, withSource: only === undefined }),
      ),
    }
    for (const school of own) {
      const last = lastFrom(school, level)
      endings.set(last, [...(endings.get(last) ?? []), school.name])
    }
    return view
  })
  const axis = found.steps
    .map((step) => ({
      label: gradeOfSlug(step.grade)?.label ?? '',
      at: shareOf(levelOf(step.grade) + 0.5),
    }))
    // A label needs its room on a phone.
    .filter(({ at }, index, all) => (all[index + 1]?.at ?? Infinity) - at > 0.1)
  return {
    from: grade.label,
    axis,
    steps,
    source: only,
    curriculum: curriculum && labelOf(curricula, curriculum),
  }
}
/** View model of the ways to grade 12. */
export type Path = NonNullable<Awaited<ReturnType<typeof loadPath>>>

/** The last grade that a school has without a gap from the given one on. */
function lastFrom({ stages }: PathSchool, level: number): number {
  const after = grades.filter((grade) => grade.level >= level)
  const end = after.findIndex(({ stage }) => !stages.includes(stage))
  return after.at(end === -1 ? -1 : Math.max(0, end - 1))?.level ?? level
}

type SchoolContext = { from: number; level: number; shareOf: (level: number) => number; withSource: boolean }

function schoolView(school: PathSchool, { from: first, level, shareOf, withSource }: SchoolContext) {
  const { id, name, sample, curricula: taught, entries } = school
  const stated = entries.filter(({ statement }) => statement !== undefined)
  const [entry] = entries.filter((each) => levelOf(each.grade) === level)
  const verdict = entry?.verdict === 'yes' ? 'yes' : 'ask'
  const said = [...new Set(stated.map(sourceText))].filter((text) => text !== undefined).join('；')
  return {
    id,
    name,
    ...(sample ? { sample: true } : {}),
    verdict: { label: labelOf(entryVerdicts, verdict), look: verdict === 'yes' ? 'tag strong' : 'tag' },
    facts: [
      reachText(lastFrom(school, level)),
      ...(taught.length === 0 ? [] : [`课程 ${taught.map((slug) => labelOf(curricula, slug)).join('、')}`]),
      ...(stated.length === 0
        ? []
        : [
            `招${rangesOf(stated.map(({ grade }) => levelOf(grade)))}新生${withSource && !sample && said !== '' ? `（${said}）` : ''}`,
          ]),
    ].join('；'),
    runs: runsOf(school, first).map((run): Run => ({ from: shareOf(run.from), to: shareOf(run.to + 1) })),
    dots: stated.map(({ grade }) => shareOf(levelOf(grade) + 0.5)),
  }
}

function reachText(last: number): string {
  if (last === highestLevel) return `能读到${lastGrade}`
  return `能读到${gradeOfLevel(last)?.label ?? ''}，${gradeOfLevel(last + 1)?.label ?? ''}要换学校`
}

/** Grades that a school has from the given one on, as ranges of levels. */
function runsOf({ stages }: PathSchool, level: number): Run[] {
  const levels = grades.filter((grade) => grade.level >= level && stages.includes(grade.stage))
  return joined(levels.map((grade) => grade.level))
}

/** Levels as ranges in words: 五年级至初一、高一. */
function rangesOf(levels: readonly number[]): string {
  return joined(levels).map(rangeLabel).join('、')
}

function joined(levels: readonly number[]): Run[] {
  const ranges: Run[] = []
  for (const level of levels) {
    const last = ranges.at(-1)
    if (last?.to === level - 1) last.to = level
    else ranges.push({ from: level, to: level })
  }
  return ranges
}
