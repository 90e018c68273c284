import { z } from 'zod'
import { curricula, kinds, stages } from '#server/contract/vocabulary.ts'
import type { Profile } from './profiles.ts'

/** Kinds of indoor and outdoor scenes that pictures can show. */
export const sceneTopic = z.enum([
  'gate',
  'teaching',
  'library',
  'field',
  'lab',
  'canteen',
  'dorm',
  'arts',
  'pool',
  'garden',
  'music',
  'classroom',
])
export type SceneTopic = z.infer<typeof sceneTopic>

/** Kinds of news pictures. */
export const newsTopic = z.enum(['openday', 'award', 'lecture', 'sports', 'art', 'science'])
export type NewsTopic = z.infer<typeof newsTopic>

const stage = z.literal(stages.map(({ slug }) => slug))

/**
 * Which schools something suits; a field that is left out suits all. `from`: the school's lowest stage is one of these;
 * `to`: its highest; `boarding`: it has boarders, or has none; nobody else, or pupils who go home as well.
 */
export const suiting = z.strictObject({
  from: z.array(stage).optional(),
  to: z.array(stage).optional(),
  kinds: z.array(z.literal(kinds.map(({ slug }) => slug))).optional(),
  curricula: z.array(z.literal(curricula.map(({ slug }) => slug))).optional(),
  boarding: z.union([z.boolean(), z.enum(['full', 'optional'])]).optional(),
})
type Suits = z.infer<typeof suiting>

/** Something that can be told about a school, and about which schools. */
export type Pooled<Card> = readonly [card: Card, suits?: Suits | undefined]

/** Whether something suits a school. */
export function suits(
  profile: Profile,
  { from, to, kinds: someKinds, curricula: someCurricula, boarding }: Suits,
): boolean {
  const lowest = profile.stages[0]
  const highest = profile.stages.at(-1)
  return (
    (from === undefined || (lowest !== undefined && from.includes(lowest))) &&
    (to === undefined || (highest !== undefined && to.includes(highest))) &&
    (someKinds === undefined || someKinds.includes(profile.kind)) &&
    (someCurricula === undefined ||
      someCurricula.some((curriculum) => profile.curricula.includes(curriculum))) &&
    (boarding === undefined || boarding === profile.boarding || boarding === (profile.boarding !== 'day'))
  )
}

/** News of a school; `month` (1 to 12), `after` a day of it, where the text fits one time of the year only. */
export const story = z.strictObject({
  title: z.string(),
  month: z.int().optional(),
  after: z.int().optional(),
  picture: newsTopic,
  body: z.array(z.string()),
})
export type Story = z.infer<typeof story>

/** Where a graduate went, what for, in one line, and the story. */
export const graduateCard = z.tuple([z.string(), z.string(), z.string(), z.string()])
export type GraduateCard = z.infer<typeof graduateCard>

/** A member of staff without a name: role, subject, about the person, whether from abroad. */
export const teacherCard = z.tuple([z.string(), z.string(), z.string(), z.literal('foreign').optional()])
export type TeacherCard = z.infer<typeof teacherCard>

/** A question and its answer. */
export const questionCard = z.tuple([z.string(), z.string()])
