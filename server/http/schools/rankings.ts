import { listRankings } from '#server/contract/content.ts'
import { findRankings } from '#server/db/schools/rankings.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serve } from '../serve.ts'

/** Ranked lists. */
export function rankingEndpoints({ database: { db } }: ApiDependencies) {
  return [serve(listRankings, ({ input }) => findRankings(db, input))]
}
