import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { similarSchools } from '#server/contract/schools/schools.ts'
import type { Database } from '../connect.ts'
import { facetBits, placeShift, wideMask, type BitFacet } from '../search/facet-bits.ts'
import { visible } from '../visible-rows.ts'
import { school, schoolSearch } from '../schema/index.ts'
import { isJudged, verdictIn } from '../search/child-columns.ts'
import { childListsColumn, withChildAnswer, type ForChild } from './child-answers.ts'
import { schoolCardColumns, toSchoolCard } from './school-card.ts'
import { closedRank } from '../search/search-row.ts'

const other = alias(schoolSearch, 'other')

function shares(facet: BitFacet) {
  const { shift, terms } = facetBits[facet]
  const mask = sql.raw(String(wideMask(facet, ((1 << terms.length) - 1) << shift)))
  return sql`(facets & own_facets & ${mask} <> 0)::int`
}

/** Whether both are in one district that is known. */
const sharesDistrict = sql.raw(
  `(facets >> ${32 + placeShift} = own_facets >> ${32 + placeShift} and facets >> ${32 + placeShift} & 255 not in (0, 255))::int`,
)

/**
 * Open schools of the same city that resemble a school: those that share most of stage, kind, curriculum, fee band and
 * district, in this order of weight, then the nearest tuition; for a child if there is one, and then without those that it cannot
 * enter. None for an unknown school. One statement.
 */
export async function findSimilarSchools(
  db: Database,
  input: ParsedInputOf<typeof similarSchools>,
  forChild: ForChild,
): Promise<DataOf<typeof similarSchools>> {
  const { child } = forChild
  const mayEnter = isJudged(child) ? verdictIn(child, ['yes', 'ask', 'unknown']) : sql`true`
  const similar = sql`unnest(array(
    with own as materialized (
      select school_id as own_id, city_code as own_city, facets as own_facets, coalesce(tuition_min, tuition_max) as own_tuition
      from ${schoolSearch} where school_id = ${input.school_id} and ${visible(schoolSearch)}
    )
    select other.school_id from ${schoolSearch} as other join own on city_code = own_city
    where other.school_id <> own_id and rank < ${closedRank} and ${visible(other)} and ${mayEnter}
    order by ${shares('stage')} * 16 + ${shares('kind')} * 8 + ${shares('curriculum')} * 4 + ${shares('fee')} * 2 + ${sharesDistrict} desc,
      abs(coalesce(tuition_min, tuition_max) - own_tuition) nulls last, rank, other.school_id
    limit ${input.page_size}
  )) with ordinality as similar_school (id, place)`
  const rows = await db
    .select({ card: schoolCardColumns, lists: childListsColumn(forChild) })
    .from(school)
    .innerJoin(similar, sql`similar_school.id = ${school.id}`)
    .where(visible(school))
    .orderBy(sql`similar_school.place`)
  return { items: rows.map(({ card, lists }) => withChildAnswer(toSchoolCard(card), lists, forChild)) }
}
