import type { listRankings } from '#server/contract/schools/rankings.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { Reply } from '#app/api/client.server.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import type { Caller } from '#app/load-context.ts'
import { firstSentence } from '#app/ui/text/format.ts'
import { schoolFacts } from '#app/ui/text/school-facts.ts'
import type { Preview } from './ranking-preview.tsx'

type Lists = DataOf<typeof listRankings>

/** How many schools of the ranking the home page shows. */
const maxRanked = 5

/** Deferred preview of a city's first ranking; never rejects. */
export async function deferredRanking(
  reply: Promise<Reply<Lists>>,
  caller: Caller,
): Promise<Preview | 'none' | undefined> {
  const lists = await optionalPart(reply, caller)
  if (!lists) return undefined
  const [first] = lists.items
  return first ? previewOf(first) : 'none'
}

function previewOf({ title, year, paid, method, places }: Lists['items'][number]): Preview {
  return {
    title,
    year,
    paid,
    method: firstSentence(method),
    places: places.slice(0, maxRanked).map(({ place, score, school }) => ({
      id: school.id,
      place,
      name: school.name,
      facts: schoolFacts(school, false),
      ...(score === undefined ? {} : { score: score.toFixed(1) }),
    })),
  }
}
