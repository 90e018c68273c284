import type { Profile } from '../profiles.ts'
import type { Suits } from '../themes/theme.ts'

/** Something that can be told about a school, and about which schools. */
export type Pooled<Card> = readonly [card: Card, suits?: Suits]

/** Whether something suits a school. */
export function suits(profile: Profile, { from, to, kinds, curricula, boarding }: Suits): boolean {
  const lowest = profile.stages[0]
  const highest = profile.stages.at(-1)
  return (
    (from === undefined || (lowest !== undefined && from.includes(lowest))) &&
    (to === undefined || (highest !== undefined && to.includes(highest))) &&
    (kinds === undefined || kinds.includes(profile.kind)) &&
    (curricula === undefined || curricula.some((curriculum) => profile.curricula.includes(curriculum))) &&
    (boarding === undefined || boarding === profile.boarding || boarding === (profile.boarding !== 'day'))
  )
}
