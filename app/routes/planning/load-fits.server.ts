import type { City } from '#server/contract/cities.ts'
import type { EntryVerdict } from '#server/contract/child/judge-entry.ts'
import { listSchools, type SchoolCardData } from '#server/contract/schools/schools.ts'
import { curricula, labelOf } from '#server/contract/vocabulary.ts'
import { apiFor } from '#app/api/client.server.ts'
import { missText } from '#app/schools/miss-text.server.ts'
import {
  deadlineText,
  distanceText,
  gradeCostText,
  noCostText,
  verdictFor,
} from '#app/child/child-texts.server.ts'
import { placeLabel } from '#app/child/read-child.server.ts'
import type { Caller } from '#app/load-context.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import { fittingListPath, planFields, type PlanQuery } from './read-plan.server.ts'

/** How many schools are listed that fit, and that nearly do. */
const listedFits = 8
const listedMisses = 9

/**
 * Loads the schools that a child may enter, then those that it may ask, with what speaks for and against each, and those
 * that miss exactly one condition that can be changed; undefined when a list failed, which is reported.
 */
export async function loadFits(caller: Caller, city: City, plan: PlanQuery) {
  const { child, feeMax, curriculum } = plan
  const place = placeLabel(child, city.code)
  const asked = { ...child, fee_max: feeMax, curriculum, page_size: listedFits }
  const listed = (eligible: EntryVerdict[], misses?: number) =>
    optionalPart(
      apiFor(caller)(
        listSchools,
        { ...asked, eligible, ...(misses === undefined ? {} : { near_misses: misses }) },
        { city: city.code },
      ),
      caller,
    )
  const [sure, fits] = await Promise.all([listed(['yes']), listed(['yes', 'ask', 'unknown'], listedMisses)])
  if (sure === undefined || fits === undefined) return undefined
  const others = fits.items.filter(({ child: answer }) => answer?.entry?.verdict !== 'yes')
  return {
    total: fits.total,
    list: fittingListPath(city, plan),
    fields: planFields(plan),
    schools: [...sure.items, ...others]
      .slice(0, listedFits)
      .map((school) => ({ ...linkOf(school), ...reasonsOf(school, place) })),
    misses: (fits.near_misses ?? []).flatMap(({ missed, school }) => {
      const wanted = { labels: curriculum === undefined ? [] : [labelOf(curricula, curriculum)], feeMax }
      const miss = missed === 'eligible' ? refusalOf(school) : missText(school, missed, wanted)
      return miss === undefined ? [] : [{ ...linkOf(school), miss }]
    }),
  }
}
/** View model of the schools for a child. */
export type Fits = NonNullable<Awaited<ReturnType<typeof loadFits>>>

function linkOf({ id, name, sample }: SchoolCardData) {
  return { id, name, ...(sample ? { sample: true } : {}) }
}

/** What speaks for a school and what must be asked or is against it, each in words. */
function reasonsOf({ child }: SchoolCardData, place: string | undefined) {
  if (child?.entry === undefined) return { verdict: undefined, pro: [], con: [] }
  const { entry, cost, deadline } = child
  const isYes = entry.verdict === 'yes'
  const isDated = deadline !== undefined && deadline.days >= 0
  const [fee, noFee] = cost ? [gradeCostText(child, cost), noCostText(cost)] : []
  const verdict = verdictFor(child)
  const [date, way] = [deadlineText(child), distanceText(child, place)]
  const texts = (...given: (string | undefined)[]) => given.filter((text) => text !== undefined)
  return {
    verdict: verdict && { label: verdict.label, look: verdict.look },
    pro: texts(isYes ? entry.reason : undefined, fee, isDated ? date : undefined, way),
    con: texts(isYes ? undefined : entry.reason, noFee, isDated ? undefined : date),
  }
}

/** Why a school that takes pupils takes no such child, where that is one condition and not who the child is. */
function refusalOf({ child, state }: SchoolCardData): string | undefined {
  const { reason, refuses_identity: byIdentity } = child?.entry ?? {}
  return byIdentity === true || state !== 'open' || reason?.includes('；') === true ? undefined : reason
}
