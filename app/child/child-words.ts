import type { ChildQuery } from '#server/contract/child/child-query.ts'
import { identities, stays } from '#server/contract/child/entry-terms.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import { labelOf } from '#server/contract/vocabulary.ts'

/** When a child enters which grade: 2027年9月上五年级. */
export function entryText(grade: string, year: number): string {
  return `${year}年9月上${grade}`
}

/** The child of an address in words, without where it lives; `nextYear`: the year of entry where the address has none. */
export function childWords({ bus, grade, identity, stay, year }: ChildQuery, nextYear: number): string {
  const label = gradeOfSlug(grade ?? '')?.label
  const words = [
    label === undefined ? year && `${year}\u00a0年入学` : entryText(label, Number(year ?? nextYear)),
    identity && labelOf(identities, identity),
    stay && labelOf(stays, stay),
    bus && '坐校车',
  ]
  return words.filter(Boolean).join('，')
}
