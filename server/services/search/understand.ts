import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { understandSearch, UnderstoodSearch } from '#server/contract/search/understand.ts'
import type { Database } from '#server/db/connect.ts'
import { beginsName } from '#server/db/search/school-search.ts'
import { readSearch, termsOf } from './read-search.ts'

/** Understands a search text, and says whether it is a name all the same: 北京小学 is a school, and a city's primary schools. */
export async function understand(
  db: Database,
  { q, city_code: cityCode }: ParsedInputOf<typeof understandSearch>,
): Promise<DataOf<typeof understandSearch>> {
  const understood = readSearch(q, cityCode)
  if (understood === undefined) return { is_name: false }
  return { understood, is_name: canBeName(understood) && (await beginsName(db, q, understood.city_code)) }
}

/** A tuition is in no name; one term alone (小学, 国际学校) is in many, and means no single one of them. */
function canBeName(understood: UnderstoodSearch): boolean {
  const { place, q } = understood
  if (understood.fee_min !== undefined || understood.fee_max !== undefined) return false
  return (
    q !== undefined ||
    place !== undefined ||
    termsOf(understood).length > 1 ||
    understood.city_code !== undefined
  )
}
