import type { Database } from '#server/db/connect.ts'
import type { ImportRun } from '#server/db/content/import-run.ts'
import { findSchoolsOfCity } from '#server/db/content/school-import.ts'
import { comparable, fold } from '#server/db/search/search-fold.ts'
import { syllablesOf } from '#server/db/search/search-pinyin.ts'
import { createEventLoopYield } from '../event-loop-yield.ts'
import type { Place, Problems } from '../problems.ts'

/** A row that creates a school. */
export type AddedSchool = {
  place: Place
  key: string | null
  name: string
  city: string
  district: string | null
}

/** A stored school with its folded name. */
type Known = { id: number; key: string | null; name: string; district: string | null; folded: string }

/** Shorter names are not compared: one differing character is no typo there. */
const minNameLength = 4
/** Characters that distinguish schools: 实验小学 is not a typo of 实验中学. Digits do, too. */
const distinguishing = /[东西南北中小大高初上下新老男女甲乙丙丁\d]/u

/**
 * Reports, for each row that creates a school, a stored school of the same city whose name differs in one character or
 * sounds the same, or whose key differs only as a spreadsheet changes it. Different districts, and keys of the same name in one
 * district, mean two schools.
 */
export async function noteNearSchools(
  db: Database,
  run: ImportRun,
  added: readonly AddedSchool[],
  notices: Problems,
): Promise<void> {
  const yieldToEventLoop = createEventLoopYield()
  for (const city of new Set(added.map((school) => school.city))) {
    const byLength = new Map<number, Known[]>()
    const byKey = new Map<string, Known>()
    for (const stored of await findSchoolsOfCity(db, run, city)) {
      const known = { ...stored, folded: comparable(fold(stored.name)) }
      const alike = byLength.get(known.folded.length) ?? []
      if (alike.length === 0) byLength.set(known.folded.length, alike)
      alike.push(known)
      if (known.key !== null) byKey.set(plainKey(known.key), known)
      await yieldToEventLoop()
    }
    if (byLength.size === 0) continue
    for (const school of added) {
      if (school.city !== city) continue
      const folded = comparable(fold(school.name))
      const twin = byKey.get(plainKey(school.key))
      if (twin !== undefined && twin.key !== school.key) {
        notices.add(
          school.place,
          `编号“${school.key}”和已有的“${twin.key}”（${twin.name}，编号 ${twin.id}）只差前面的 0、空格或大小写，表格软件会这样改编号；如果是同一所，请写成“${twin.key}”`,
          'key',
        )
        continue
      }
      const isLike = (known: Known) => mayBeSameSchool(school, known, folded) && isNear(folded, known.folded)
      const ofLength = (length: number) => byLength.get(length)?.find(isLike)
      const near = ofLength(folded.length) ?? ofLength(folded.length - 1) ?? ofLength(folded.length + 1)
      if (near !== undefined) {
        notices.add(
          school.place,
          `新增的“${school.name}”和已有的“${near.name}”（编号 ${near.id}）很像；如果是同一所，请写上它的 id`,
          'name',
        )
      }
      await yieldToEventLoop()
    }
  }
}

/** A key as spreadsheets confuse it with others: without zeros in front, spaces and capitals; `7.0` is 7. */
function plainKey(key: string | null): string {
  return (key ?? '')
    .normalize('NFKC')
    .replace(/\s/gu, '')
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/^0+(?=.)/, '')
    .toLowerCase()
}

function mayBeSameSchool({ key, district }: AddedSchool, known: Known, folded: string): boolean {
  const isOtherKey = key !== null && known.key !== null && folded === known.folded && district !== null
  return !isOtherKey && (district === null || known.district === null || district === known.district)
}

/** Whether two folded names differ in at most one character, or only in characters of the same pinyin. */
function isNear(one: string, other: string): boolean {
  if (one === other) return true
  const shorter = Math.min(one.length, other.length)
  if (shorter < minNameLength) return false
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const parts = [one, other].map((name) => name.slice(start, name.length - end))
  const [left = '', right = ''] = parts
  if (distinguishing.test(left + right)) return false
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === right.length && left.length <= shorter / 2 && soundOf(left) === soundOf(right)
}

const soundOf = (text: string): string =>
  syllablesOf(text)
    .map(([first], index) => first ?? text[index])
    .join(' ')
