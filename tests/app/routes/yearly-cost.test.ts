import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareSchools } from '#server/contract/accounts/collect.ts'
import type { ChildAnswer } from '#server/contract/child/child.ts'
import { costFor, type CostSource } from '#server/contract/child/cost-for.ts'
import { identities, stays } from '#server/contract/child/entry-terms.ts'
import { type Grade, grades } from '#server/contract/grades.ts'
import { moneyText } from '#server/contract/money-text.ts'
import { getDecisionBook } from '#server/contract/leads/decision-book.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { schoolPoster, comparisonPoster } from '#server/services/media/posters/poster.ts'
import { entryYears } from '#app/child/read-child.server.ts'
import { answer } from '#tests/support/routes/fake-api.ts'
import {
  access,
  answerSchool,
  decisionBook,
  listOf,
  noFacets,
  sampleApi,
  schoolCard,
  schoolDetail,
} from '#tests/support/routes/sample-api.ts'
import { get } from '#tests/support/routes/visit.ts'

/** The number that every page has for what a year in a child's grade costs. */

const [nextYear = 0, laterYear = 0] = entryYears()
const amount = fc.integer({ min: 1, max: 500_000 })
const source: fc.Arbitrary<CostSource> = fc.record({
  tuition: fc.array(
    fc.record({
      from_grade: fc.constant(-5),
      to_grade: fc.constant(12),
      school_year: fc.constantFrom(nextYear - 3, nextYear - 1, nextYear),
      day: amount,
      boarding: fc.integer({ min: 500_000, max: 600_000 }),
    }),
    { maxLength: 2 },
  ),
  fees: fc.array(
    fc.record({
      label: fc.constant('费用'),
      amount,
      per: fc.constantFrom('year' as const, 'once' as const),
      applies_to: fc.constantFrom('everybody' as const, 'new' as const, 'boarders' as const),
      refundable: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  boarding: fc.constantFrom('day', 'optional', 'full', undefined),
})
const child = fc.record({
  grade: fc.constantFrom(...grades),
  year: fc.constantFrom(nextYear, laterYear),
  identity: fc.constantFrom(...identities.map(({ slug }) => slug)),
  stay: fc.constantFrom('day' as const, 'boarding' as const, undefined),
})

/** A decision book in which two people differ about what a school costs. */
const differing = {
  ...decisionBook,
  columns: [1, 5].map((cost, at) => ({
    id: at + 1,
    name: `家长${at}`,
    version: 1,
    answers: [{ school_id: 7, scores: { cost } }],
  })),
}

/** Every text that stands in what a loader gives its page. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The yearly costs that texts say, each without its grade, its name and the school year: 走读 24.8 万起. */
function costsIn(data: unknown, { label }: Grade): string[] {
  const said = new RegExp(`^(?:看同一个数：)?(?:${label})?(走读|住校)(?:一年要付)? ([\\d.,]+.*?)(?:（.*）)?$`)
  const found = textsIn(data).flatMap((text) => {
    const [, stay, price] = said.exec(text) ?? []
    return stay === undefined ? [] : [`${stay} ${price}`]
  })
  return [...new Set(found)]
}

test('card, school page, comparison, plan, forms, decision book and poster say the same yearly cost', async () => {
  await fc.assert(
    fc.asyncProperty(source, child, async (of, { grade, identity, stay, year }) => {
      const cost = costFor(of, { level: grade.level, stay, bus: false })
      const entry = { verdict: 'yes' as const, reason: '收', ask: [] }
      const found: ChildAnswer = { grade: grade.slug, year, entry, cost }
      const school = { id: 7, stages: [grade.stage], child: found, boarding: of.boarding }
      const items = [schoolCard(school)]
      const details = [schoolDetail(school), schoolDetail({ ...school, id: 8 })]
      const api = sampleApi(
        answer(listSchools, { ...listOf(items), facets: noFacets }),
        answer(getDecisionBook, differing),
        answer(compareSchools, { schools: details, differences: [] }),
        answerSchool(schoolDetail(school)),
      )
      const asked = new URLSearchParams({
        grade: grade.slug,
        year: String(year),
        identity,
        ...(stay && { stay }),
      })
      const pages = [
        `/schoollist/shenzhen/?${asked}`,
        `/school/7/?${asked}`,
        `/compare/?ids=7,8&${asked}`,
        `/planning/shenzhen/?${asked}`,
        `/order/?schoolId=7&${asked}`,
        `/order/joint/?ids=7,8&${asked}`,
        `/order/book/${access}/?${asked}`,
      ]
      const shown = cost.unavailable ? cost.otherwise : cost
      const kept = cost.unavailable ? stays.find(({ slug }) => slug !== cost.stay)?.slug : cost.stay
      const isFloor = cost.unavailable ? cost.otherwise?.isFloor : cost.missing.length > 0
      const expected =
        shown?.yearly === undefined || kept === undefined
          ? []
          : [`${labelOf(stays, kept)} ${moneyText(shown.yearly)}${isFloor ? '起' : ''}`]
      for (const page of pages) {
        const { data, dataOf } = await get(page, { api })
        const whole = page.startsWith('/school/') ? dataOf('routes/school/school') : data
        expect({ page, costs: costsIn(whole, grade) }).toEqual({ page, costs: expected })
      }
      const [fact] = schoolPoster(schoolDetail(school)).facts
      expect(costsIn(fact, grade)).toEqual(expected)
      const compared = comparisonPoster(details).facts.map(({ label }) => label.split(' · ').at(-1))
      expect(costsIn(compared, grade)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
}, 60_000)
