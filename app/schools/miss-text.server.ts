import type { CountedFacet, SchoolCardData } from '#server/contract/schools/schools.ts'
import { shownCost, yearlyCostLabel } from '#server/contract/child/cost-for.ts'
import { facetNotKnown, facetPastLife } from '#server/contract/schools/facet-texts.ts'
import { storedFacets, type FacetName } from '#server/contract/schools/facets.ts'
import { notKnown } from '#server/contract/not-known.ts'
import { gradeText, verdictFor } from '#app/child/child-texts.server.ts'
import { moneyText } from '#app/ui/text/format.ts'
import { stagesText } from '#app/ui/text/school-facts.ts'

/** What a list was asked for: the labels of the facet's chosen terms, and the limits of the tuition in CNY per year. */
export type Asked = { labels: readonly string[]; feeMin?: number | undefined; feeMax?: number | undefined }

/** What a school is not, of facets that have another verb than 是. */
const otherTexts: Readonly<Partial<Record<FacetName, (labels: string) => string>>> = {
  district: (labels) => `不在${labels}`,
  stage: (labels) => `没有${labels}`,
  curriculum: (labels) => (labels.endsWith('课程') ? `没有${labels}` : `没有 ${labels} 课程`),
  boarding: (labels) =>
    labels === '可以住校' ? '不能住校' : labels === '走读' ? '不能走读' : `不是${labels}`,
}

/** The one condition that a school misses, in words: 不在南山区, 没有 IB 课程, 学费高出 1.2 万, 学费资料已过期. */
export function missText(school: SchoolCardData, missed: CountedFacet, asked: Asked): string {
  if (missed === 'eligible') return entryText(school.child)
  const { fact } = storedFacets[missed]
  if (school.stale_facts?.includes(fact) === true) return facetPastLife(missed)
  if (missed === 'fee') return feeText(school, asked)
  const labels = asked.labels.join('、')
  // Who names some kinds of support does not say that there are no others.
  if (missed === 'support') return `${notKnown}${labels}`
  const known = new Map<string, unknown>(Object.entries(school)).get(fact)
  if (known === undefined || (Array.isArray(known) && known.length === 0)) return facetNotKnown(missed)
  return otherTexts[missed]?.(labels) ?? `不是${labels}`
}

function entryText(child: SchoolCardData['child']): string {
  const verdict = child?.entry?.verdict
  return child !== undefined && verdict === 'no'
    ? (verdictFor(child)?.label ?? entryTexts.no)
    : entryTexts[verdict ?? 'ask']
}

const entryTexts = {
  yes: '可以报',
  ask: '要先问学校能不能报',
  no: '不能报',
  unknown: '还不知道能不能报',
} as const

function feeText(school: SchoolCardData, asked: Asked): string {
  const { feeMin, feeMax } = asked
  const { what = '学费', whose, lowest, highest } = feeOf(school)
  if (lowest === undefined || highest === undefined) return facetNotKnown('fee', whose)
  if (feeMax !== undefined && lowest > feeMax) return `${what}高出 ${moneyText(lowest - feeMax)}`
  if (feeMin !== undefined && highest <= feeMin)
    return highest === feeMin
      ? `${what}正好 ${moneyText(highest)}`
      : `${what}低了 ${moneyText(feeMin - highest)}`
  return `${what}不在要的范围里`
}

/** What the list compares, and whose it is: the yearly cost of a grade, the tuition of stages, or of the whole school. */
function feeOf({ child, stage_tuition: own, tuition_max: max, tuition_min: min }: SchoolCardData) {
  const grade = child === undefined ? '' : gradeText(child)
  const cost = child?.cost && shownCost(child.cost)?.yearly
  if (grade !== '') return { what: `${yearlyCostLabel}的`, whose: grade, lowest: cost, highest: cost }
  if (own !== undefined) return { whose: stagesText(own.stages) ?? '', lowest: own.min, highest: own.max }
  return { whose: '', lowest: min ?? max, highest: max ?? min }
}
