import type { Curriculum, Kind, Stage } from '#server/contract/vocabulary.ts'
import type { Profile } from '../profiles.ts'

/** Which schools a text suits; a field that is left out suits all. */
export type Suits = {
  /** The school's lowest stage is one of these. */
  from?: readonly Stage[]
  /** The school has one of these stages. */
  has?: readonly Stage[]
  kinds?: readonly Kind[]
  curricula?: readonly Curriculum[]
  /** The school has boarders, or has none. */
  boarding?: boolean
}

/** Whether a text suits a school. */
export function suits(profile: Profile, { from, has, kinds, curricula, boarding }: Suits): boolean {
  const [lowest] = profile.stages
  return (
    (from === undefined || (lowest !== undefined && from.includes(lowest))) &&
    (has === undefined || has.some((stage) => profile.stages.includes(stage))) &&
    (kinds === undefined || kinds.includes(profile.kind)) &&
    (curricula === undefined || curricula.some((curriculum) => profile.curricula.includes(curriculum))) &&
    (boarding === undefined || boarding === (profile.boarding !== 'day'))
  )
}

/** Something that can be told about a school, and about which schools. */
export type Pooled<Card> = readonly [card: Card, suits?: Suits]
