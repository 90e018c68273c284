import type { FacetName } from '#server/contract/schools/facets.ts'

const compared = { fee: '学费', curriculum: '课程', kind: '类型', boarding: '住校' } as const
const found = { district: '区', stage: '学段' } as const

function wordsOf(words: Partial<Record<FacetName, string>>, told: readonly FacetName[]): string[] {
  return Object.entries(words).flatMap(([name, word]) => (told.some((facet) => facet === name) ? [word] : []))
}

/** What a city's home page offers, in one sentence, by what most of its schools say. */
export function homeLead({ total, told }: { total: number; told: readonly FacetName[] }): string {
  if (total === 0) return '暂时没有收录学校。'
  const facts = wordsOf(compared, told)
  if (facts.length > 1) return `${total} 所学校的${facts.join('、')}，一页比清楚。`
  const ways = [...wordsOf(found, told), ...facts]
  return `${total} 所学校，${ways.length === 0 ? '按校名找' : `按${ways.join('、')}找`}。`
}
