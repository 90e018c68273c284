import type { Embed } from '#server/contract/articles/embeds.ts'
import { cityCodeOf } from '#server/db/city-code.ts'
import type { Database } from '#server/db/connect.ts'
import { findComingOpenDays, findOpenDaysById } from '#server/db/open-days/open-days.ts'
import { findMergedInto } from '#server/db/schools/merge-schools.ts'
import { findSchoolCards } from '#server/db/schools/school-card.ts'
import { findListed } from '#server/db/schools/school-list.ts'
import { embedRequests, type ResolvedEmbeds } from './embedded-text.ts'
import type { EmbedRequest } from './read-embed.ts'

/**
 * Reads what stored texts embed, as it is at `now`: schools and open days that are shown, lists with their number of
 * schools. One statement for all cards (three where schools were merged, whose cards are those of their successors), one
 * for each list or number, one for each choice of open days. Empty embeds are left out.
 */
export async function resolveEmbeds(
  db: Database,
  stored: readonly string[],
  now: Date,
): Promise<ResolvedEmbeds> {
  const requests = new Map(stored.flatMap((text) => [...embedRequests(text)]))
  if (requests.size === 0) return new Map()
  const found = await Promise.all(
    [...requests].map(async ([written, request]) => ({
      written,
      request,
      ...(await foundFor(db, request, now)),
    })),
  )
  const { cards, merged } = await findCards(db, [...new Set(found.flatMap(({ schools = [] }) => schools))])
  const resolved = new Map<string, Embed | number>()
  for (const { written, request, schools = [], total = 0, openDays = [] } of found) {
    const shown = [...new Set(schools.map((id) => merged.get(id) ?? id))].flatMap((id) => cards.get(id) ?? [])
    if (request.type === 'count') resolved.set(written, total)
    else if (request.type === 'open_days') {
      const city = 'city' in request ? { city_code: cityCodeOf(request.city.code) } : {}
      if (openDays.length > 0) resolved.set(written, { type: 'open_days', ...city, open_days: openDays })
    } else if (shown.length > 0) {
      resolved.set(
        written,
        request.type === 'schools'
          ? { type: 'schools', schools: shown }
          : {
              type: 'list',
              city_code: cityCodeOf(request.city.code),
              query: request.query,
              total,
              schools: shown,
            },
      )
    }
  }
  return resolved
}

/** The cards of schools; `merged`: the schools that some of the ids were merged into. */
async function findCards(db: Database, ids: readonly number[]) {
  const given = await findSchoolCards(db, ids)
  const missing = ids.filter((id) => !given.some((card) => card.id === id))
  const merged = await findMergedInto(db, missing)
  const others = merged.size === 0 ? [] : await findSchoolCards(db, [...new Set(merged.values())])
  return { cards: new Map([...given, ...others].map((card) => [card.id, card])), merged }
}

type Found = {
  schools?: readonly number[]
  total?: number
  openDays?: Extract<Embed, { type: 'open_days' }>['open_days']
}

async function foundFor(db: Database, request: EmbedRequest, now: Date): Promise<Found> {
  if (request.type === 'schools') return { schools: request.ids }
  if (request.type === 'open_days')
    return {
      openDays:
        'ids' in request
          ? await findOpenDaysById(db, request.ids, now)
          : await findComingOpenDays(db, request.city.code, now),
    }
  const { ids, total } = await findListed(db, request.input)
  return request.type === 'count' ? { total } : { schools: ids, total }
}
