import type { ChildAnswer } from '#server/contract/child/child.ts'
import type { City } from '#server/contract/cities.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import { listSchools, type SchoolCardData } from '#server/contract/schools.ts'
import { curricula, labelOf } from '#server/contract/vocabulary.ts'
import { apiFor } from '#app/api/client.server.ts'
import {
  deadlineText,
  distanceText,
  noCostText,
  verdictView,
  yearlyText,
} from '#app/child/child-texts.server.ts'
import { placeLabel } from '#app/child/read-child.server.ts'
import type { Caller } from '#app/load-context.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import { moneyText } from '#app/ui/text/format.ts'
import { planFields, type PlanQuery } from './read-plan.server.ts'

/** How many schools are listed that fit, and of each kind that nearly do. */
const listedFits = 8
const listedMisses = 3

/**
 * Loads the schools that a child may enter or may ask, with what speaks for and against each, and those that miss exactly
 * one condition; undefined when the list failed, which is reported.
 */
export async function loadFits(caller: Caller, city: City, plan: PlanQuery) {
  const { child, feeMax, curriculum } = plan
  const place = placeLabel(child, city.code)
  const open = ['yes', 'ask']
  const asked = { ...child, fee_max: feeMax, curriculum, eligible: open }
  const api = apiFor(caller)
  const list = (
    change: Partial<Parameters<typeof api<typeof listSchools.input, typeof listSchools.data>>[1]>,
  ) => optionalPart(api(listSchools, { ...asked, ...change }, { city: city.code }), caller)
  const [fits, refusing, dearer, otherCourses] = await Promise.all([
    list({ page_size: listedFits }),
    list({ eligible: ['no'], page_size: 10 }),
    feeMax === undefined
      ? undefined
      : list({ fee_max: undefined, fee_min: feeMax, sort: 'tuition_asc', page_size: listedMisses }),
    curriculum === undefined ? undefined : list({ curriculum: undefined, page_size: 20 }),
  ])
  if (fits === undefined) return undefined
  const missing = (
    schools: readonly SchoolCardData[] | undefined,
    missOf: (school: SchoolCardData) => string | undefined,
  ) =>
    (schools ?? [])
      .flatMap((school) => {
        const miss = missOf(school)
        return miss === undefined ? [] : [{ ...linkOf(school), miss }]
      })
      .slice(0, listedMisses)
  return {
    total: fits.total,
    fields: planFields(plan),
    schools: fits.items
      .toSorted((a, b) => verdictPlace(a) - verdictPlace(b))
      .map((school) => ({ ...linkOf(school), ...reasonsOf(school, place) })),
    misses: [
      ...missing(refusing?.items, refusalOf),
      ...missing(dearer?.items, ({ child }) => feeMiss(child, feeMax)),
      ...missing(otherCourses?.items, (school) => courseMiss(school, curriculum)),
    ],
  }
}
/** View model of the schools for a child. */
export type Fits = NonNullable<Awaited<ReturnType<typeof loadFits>>>

function linkOf({ id, name, sample }: SchoolCardData) {
  return { id, name, ...(sample ? { sample: true } : {}) }
}

function verdictPlace({ child }: SchoolCardData): number {
  return entryVerdicts.findIndex(({ slug }) => slug === child?.entry?.verdict)
}

/** What speaks for a school and what must be asked or is against it, each in words. */
function reasonsOf({ child }: SchoolCardData, place: string | undefined) {
  if (child?.entry === undefined) return { verdict: undefined, pro: [], con: [] }
  const { entry, cost, deadline, distance } = child
  const isYes = entry.verdict === 'yes'
  const isDated = deadline !== undefined && deadline.days >= 0
  const [fee, noFee] = cost ? [yearlyText(child, cost), noCostText(child, cost)] : []
  const [date, way] = [deadlineText(child), distanceText(child, place)]
  const { label, look } = verdictView(entry)
  const texts = (...given: (string | undefined)[]) => given.filter((text) => text !== undefined)
  return {
    verdict: { label, look },
    pro: texts(
      isYes ? entry.reason : undefined,
      fee,
      isDated ? date : undefined,
      distance === undefined ? undefined : way,
    ),
    con: texts(
      isYes ? undefined : entry.reason,
      noFee,
      isDated ? undefined : date,
      distance === undefined ? way : undefined,
    ),
  }
}

/** Why a school that takes pupils takes no such child, where that is one condition. */
function refusalOf({ child, state }: SchoolCardData): string | undefined {
  const reason = child?.entry?.reason
  return reason === undefined || state !== 'open' || reason.includes('；') ? undefined : reason
}

function feeMiss(child: ChildAnswer | undefined, feeMax: number | undefined): string | undefined {
  const tuition = child?.cost?.tuition
  if (tuition === undefined || feeMax === undefined || tuition < feeMax) return undefined
  const over = tuition - feeMax
  return `学费一年 ${moneyText(tuition)}，${over === 0 ? '刚好到预算' : `比预算多 ${moneyText(over)}`}`
}

function courseMiss({ curricula: taught }: SchoolCardData, curriculum: PlanQuery['curriculum']) {
  if (curriculum === undefined || taught.includes(curriculum)) return undefined
  return taught.length === 0 ? '没有公布课程' : `没有 ${labelOf(curricula, curriculum)} 课程`
}
