import { inArray } from 'drizzle-orm'
import type { Transaction } from '#server/db/connect.ts'
import { openDay, school } from '#server/db/schema/index.ts'
import { withHidden } from '#server/db/visible-rows.ts'
import { readEmbeddingText } from '../../embeds/embedded-text.ts'

/** What is wrong with the embeds of an imported text: what cannot be read, and ids that nothing has, this import's included. */
export async function embedFaults(tx: Transaction, stored: string): Promise<string[]> {
  if (!stored.includes('{{')) return []
  const text = readEmbeddingText(stored)
  const problems = [...text.problems]
  const requests = [...text.requests.values()]
  const idsOf = (type: 'schools' | 'open_days') =>
    requests.flatMap((request) => (request.type === type && 'ids' in request ? request.ids : []))
  const [schools, days] = [idsOf('schools'), idsOf('open_days')]
  if (schools.length > 0) {
    const rows = await tx
      .select({ id: school.id })
      .from(withHidden(school))
      .where(inArray(school.id, schools))
    problems.push(...unknown(schools, rows).map((id) => `没有编号 ${id} 的学校`))
  }
  if (days.length > 0) {
    const rows = await tx
      .select({ id: openDay.id })
      .from(withHidden(openDay))
      .where(inArray(openDay.id, days))
    problems.push(...unknown(days, rows).map((id) => `没有编号 ${id} 的开放日`))
  }
  return problems
}

function unknown(ids: readonly number[], rows: readonly { id: number }[]): number[] {
  const known = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => !known.has(id))
}
