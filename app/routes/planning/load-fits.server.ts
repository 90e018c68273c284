import type { City } from '#server/contract/cities.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import { listSchools, type SchoolCardData } from '#server/contract/schools.ts'
import { curricula, labelOf } from '#server/contract/vocabulary.ts'
import { apiFor } from '#app/api/client.server.ts'
import { missText } from '#app/cards/miss-text.server.ts'
import {
  deadlineText,
  distanceText,
  noCostText,
  verdictFor,
  yearlyText,
} from '#app/child/child-texts.server.ts'
import { placeLabel } from '#app/child/read-child.server.ts'
import type { Caller } from '#app/load-context.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import { planFields, type PlanQuery } from './read-plan.server.ts'

/** How many schools are listed that fit, and that nearly do. */
const listedFits = 8
const listedMisses = 9

/**
 * Loads the schools that a child may enter or may ask, with what speaks for and against each, and those that miss exactly
 * one condition; undefined when the list failed, which is reported.
 */
export async function loadFits(caller: Caller, city: City, plan: PlanQuery) {
  const { child, feeMax, curriculum } = plan
  const place = placeLabel(child, city.code)
  const fits = await optionalPart(
    apiFor(caller)(
      listSchools,
      {
        ...child,
        fee_max: feeMax,
        curriculum,
        eligible: ['yes', 'ask'],
        page_size: listedFits,
        near_misses: listedMisses,
      },
      { city: city.code },
    ),
    caller,
  )
  if (fits === undefined) return undefined
  return {
    total: fits.total,
    fields: planFields(plan),
    schools: fits.items
      .toSorted((a, b) => verdictPlace(a) - verdictPlace(b))
      .map((school) => ({ ...linkOf(school), ...reasonsOf(school, place) })),
    misses: (fits.near_misses ?? []).flatMap(({ missed, school }) => {
      const asked = { labels: curriculum === undefined ? [] : [labelOf(curricula, curriculum)], feeMax }
      const miss = missed === 'eligible' ? refusalOf(school) : missText(school, missed, asked)
      return miss === undefined ? [] : [{ ...linkOf(school), miss }]
    }),
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
  const verdict = verdictFor(child)
  const [date, way] = [deadlineText(child), distanceText(child, place)]
  const texts = (...given: (string | undefined)[]) => given.filter((text) => text !== undefined)
  return {
    verdict: verdict && { label: verdict.label, look: verdict.look },
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
