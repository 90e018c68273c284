import { grades } from '#server/contract/grades.ts'
import { listOpenDays } from '#server/contract/open-days.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { apiFor } from '#app/api/client.server.ts'
import type { Caller } from '#app/load-context.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import { cardForChild } from '#app/schools/card-for-child.server.ts'
import { momentText } from '../../../parts/moment.tsx'

/** Of a school what is asked on the phone: facts with their labels, and its next open days. */
export type SchoolFacts = {
  id: number
  facts: { label: string; value: string }[]
  openDays: { id: number; text: string }[]
}

const mostOpenDays = 3

/** The facts of a lead's school for the grade of its child, as visitors read them; undefined where they cannot be loaded. */
export async function loadSchoolFacts(
  caller: Caller,
  { id, grade }: { id: number; grade: string | undefined },
): Promise<SchoolFacts | undefined> {
  const api = apiFor({ ...caller, token: null })
  const city = { city: 'all' }
  const [school, days] = await Promise.all([
    optionalPart(
      api(getSchool, { id, grade: grades.find(({ slug }) => slug === grade)?.slug }, city),
      caller,
    ),
    optionalPart(
      api(listOpenDays, { school_id: id, period: 'upcoming', page_size: mostOpenDays }, city),
      caller,
    ),
  ])
  if (school === undefined) return undefined
  const card = cardForChild(school, undefined)
  const facts = [
    { label: '学费', value: card.fee ?? card.noFee ?? '没有公布' },
    { label: '入学', value: card.verdict && `${card.verdict.label}：${card.verdict.reason}` },
    { label: '日期', value: card.notes?.join('；') },
    { label: '空位', value: school.places_now },
    {
      label: '概况',
      value: [card.state, card.kind, ...card.curricula, card.facts].filter(Boolean).join('，'),
    },
    { label: '地址', value: school.address },
    { label: '电话', value: school.phone },
  ]
  return {
    id,
    facts: facts.flatMap(({ label, value }) =>
      value === undefined || value === '' ? [] : [{ label, value }],
    ),
    openDays: (days?.items ?? []).map(({ id: day, starts_at, left, title }) => ({
      id: day,
      text: `${momentText(starts_at)} ${title}${left === undefined ? '' : `，还有 ${left} 个名额`}`,
    })),
  }
}
