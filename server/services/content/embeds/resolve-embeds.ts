import type { Embed } from '#server/contract/articles/embeds.ts'
import { cityCodeOf } from '#server/db/city-code.ts'
import type { Database } from '#server/db/connect.ts'
import { findComingOpenDays, findOpenDaysById } from '#server/db/open-days/open-days.ts'
import { findMergedInto } from '#server/db/schools/merge-schools.ts'
import { findSchoolCards } from '#server/db/schools/school-card.ts'
import { findListed } from '#server/db/schools/school-list.ts'
import type { EmbeddingText, ResolvedEmbeds } from './embedded-text.ts'
import type { EmbedRequest } from './read-embed.ts'

/**
 * Reads what texts embed, as it is at `now`: schools and open days that are shown, lists with their number of schools. One
 * statement for all cards (three where schools were merged, whose cards are those of their successors), one for all lists
 * and numbers, one for all open days by number and one for those of cities. Empty embeds are left out.
 */
export async function resolveEmbeds(
  db: Database,
  texts: readonly Pick<EmbeddingText, 'requests'>[],
  now: Date,
): Promise<ResolvedEmbeds> {
  const requests = new Map(texts.flatMap((text) => [...text.requests]))
  const asked = [...requests.values()]
  const lists = asked.filter((one) => one.type === 'list' || one.type === 'count')
  const days = asked.filter((one) => one.type === 'open_days')
  const cityCodes = days.flatMap((one) => ('city' in one ? [one.city.code] : []))
  const dayIds = days.flatMap((one) => ('ids' in one ? one.ids : []))
  const listed = await findListed(
    db,
    lists.map(({ input }) => input),
  )
  const listOf = new Map(lists.map((one, at) => [one, listed[at]]))
  const coming = await findComingOpenDays(db, new Set(cityCodes), now)
  const byNumber = await findOpenDaysById(db, new Set(dayIds), now)
  const schoolIds = asked.flatMap((one) =>
    one.type === 'schools' ? one.ids : one.type === 'list' ? (listOf.get(one)?.ids ?? []) : [],
  )
  const { cards, merged } = await findCards(db, [...new Set(schoolIds)])
  const cardsOf = (ids: readonly number[] = []) =>
    [...new Set(ids.map((id) => merged.get(id) ?? id))].flatMap((id) => cards.get(id) ?? [])

  const embedOf = (request: EmbedRequest): Embed | number | undefined => {
    if (request.type === 'count') return listOf.get(request)?.total ?? 0
    if (request.type === 'open_days') {
      const open_days =
        'city' in request
          ? (coming.get(request.city.code) ?? [])
          : request.ids.flatMap((id) => byNumber.get(id) ?? [])
      const city = 'city' in request ? { city_code: cityCodeOf(request.city.code) } : {}
      return open_days.length === 0 ? undefined : { type: 'open_days', ...city, open_days }
    }
    const schools = cardsOf(request.type === 'schools' ? request.ids : listOf.get(request)?.ids)
    if (schools.length === 0) return undefined
    if (request.type === 'schools') return { type: 'schools', schools }
    const { city, query } = request
    const total = listOf.get(request)?.total ?? 0
    return { type: 'list', city_code: cityCodeOf(city.code), query, total, schools }
  }
  return new Map(
    [...requests].flatMap(([written, request]) => {
      const embed = embedOf(request)
      return embed === undefined ? [] : [[written, embed]]
    }),
  )
}

/** The cards of schools; `merged`: the schools that some of the ids were merged into. */
async function findCards(db: Database, ids: readonly number[]) {
  const given = await findSchoolCards(db, ids)
  const missing = ids.filter((id) => !given.some((card) => card.id === id))
  const merged = await findMergedInto(db, missing)
  const others = merged.size === 0 ? [] : await findSchoolCards(db, [...new Set(merged.values())])
  return { cards: new Map([...given, ...others].map((card) => [card.id, card])), merged }
}
