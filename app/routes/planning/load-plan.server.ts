import type { City } from '#server/contract/cities.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { identities, stepKinds } from '#server/contract/child/entry-terms.ts'
import { listPlanningSteps, type PlanningStep } from '#server/contract/schools/planning-steps.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { chinaDay } from '#app/china-time.ts'
import { sourceText } from '#app/child/child-texts.server.ts'
import type { Caller } from '#app/load-context.ts'
import { dayText, monthText } from '#app/ui/text/format.ts'
import { stepsQuery, type PlanQuery } from './read-plan.server.ts'

type Found = DataOf<typeof listPlanningSteps>

/** The dated steps of a city's schools for the child of a plan. */
export async function loadSteps(caller: Caller, city: City, plan: PlanQuery): Promise<Found> {
  const { grade, year, identity } = plan.child
  const input = listPlanningSteps.input.parse({ city_code: city.code, grade, year, identity })
  return unwrapOrThrow(await apiFor(caller)(listPlanningSteps, input, { city: city.code }))
}

/** Loads the plan for a child: its steps by month, in the words of the page. */
export async function loadPlan(caller: Caller, city: City, plan: PlanQuery, now: Date) {
  const found = await loadSteps(caller, city, plan)
  const today = chinaDay(now)
  const sources = new Set(found.items.filter(({ school }) => !school.sample).map(sourceText))
  const [only] = sources.size === 1 ? sources : []
  const steps = found.items.map((step) => stepView(step, { today, withSource: only === undefined }))
  const months = [...new Set(steps.map(({ month }) => month))].map((month) => {
    const own = steps.filter((step) => step.month === month)
    const shared = sharedNotes(own)
    return {
      month,
      notes: [...shared].map(([title, note]) => `${title}：${note}。`),
      steps: own.map(({ month: _month, note, ...step }) => ({
        ...step,
        ...(note === undefined || shared.has(step.title) ? {} : { note }),
      })),
    }
  })
  return {
    grade: plan.grade.label,
    year: found.year,
    identity: plan.child.identity && labelOf(identities, plan.child.identity),
    query: stepsQuery(plan),
    months,
    source: only,
    listed: found.items.length,
    total: found.total,
    undated: found.undated,
    refusing: found.refusing,
  }
}
/** View model of a plan. */
export type Plan = Awaited<ReturnType<typeof loadPlan>>

/** The notes that all steps of one title have, by the title. */
function sharedNotes(steps: readonly { title: string; note?: string | undefined }[]): Map<string, string> {
  const shared = new Map<string, string>()
  for (const { title, note } of steps) {
    const alike = steps.filter((step) => step.title === title)
    if (note !== undefined && alike.length > 1 && alike.every((step) => step.note === note))
      shared.set(title, note)
  }
  return shared
}

/** What a step is: 第一轮报名截止. */
export function stepTitle({ kind, round }: PlanningStep): string {
  return `${round ?? ''}${labelOf(stepKinds, kind)}`
}

const withoutYear = (day: string) => dayText(day).replace(/^\d+年/, '')

function stepView(step: PlanningStep, { today, withSource }: { today: string; withSource: boolean }) {
  const { date, end_date: end, note, school } = step
  const last = end ?? date
  const isOneDay = last === date
  const source = withSource && !school.sample ? sourceText(step) : undefined
  return {
    month: monthText(date),
    date,
    day: isOneDay ? withoutYear(date) : `${withoutYear(date)}至${withoutYear(last)}`,
    title: stepTitle(step),
    school: { id: school.id, name: school.name },
    ...(school.sample ? { sample: true } : {}),
    ...(note === undefined ? {} : { note }),
    ...(source === undefined ? {} : { source }),
    ...(last < today ? { over: true } : {}),
  }
}
