import type { Curriculum, Kind, Stage } from '#server/contract/vocabulary.ts'

/** Kinds of indoor and outdoor scenes that pictures can show. */
export type SceneTopic =
  | 'gate'
  | 'teaching'
  | 'library'
  | 'field'
  | 'lab'
  | 'canteen'
  | 'dorm'
  | 'arts'
  | 'pool'
  | 'garden'
  | 'music'
  | 'classroom'

/** Kinds of news pictures. */
export type NewsTopic = 'openday' | 'award' | 'lecture' | 'sports' | 'art' | 'science'

/** Which schools something suits; a field that is left out suits all. */
export type Suits = {
  /** The school's lowest stage is one of these. */
  from?: readonly Stage[]
  /** The school's highest stage is one of these. */
  to?: readonly Stage[]
  kinds?: readonly Kind[]
  curricula?: readonly Curriculum[]
  /** The school has boarders, or has none; nobody else, or pupils who go home as well. */
  boarding?: boolean | 'full' | 'optional'
}

/** News of a school; `month` (1 to 12), `after` a day of it, where the text fits one time of the year only. */
export type Story = {
  title: string
  month?: number
  after?: number
  picture: NewsTopic
  body: readonly string[]
}
/** Where a graduate went, what for, in one line, and the story. */
export type GraduateCard = readonly [destination: string, major: string, summary: string, story: string]
/** A member of staff without a name. */
export type TeacherCard = readonly [role: string, subject: string, bio: string, origin?: 'foreign']
/** A question and its answer. */
export type QuestionCard = readonly [question: string, answer: string]

/**
 * What a school cares about, with everything that can be told about it. All texts are phrases (phrase.ts) with the
 * slots of words.ts; a city has at most one school of a theme until the themes run out.
 */
export type Theme = {
  slug: string
  /** Which schools the theme suits. */
  needs?: Suits
  /** What the school is known for, in one short phrase. */
  strength: string
  summary: readonly string[]
  belief: readonly string[]
  course: readonly string[]
  campus: readonly string[]
  scenes: readonly SceneTopic[]
  stories: readonly Story[]
  graduates: readonly GraduateCard[]
  teachers: readonly TeacherCard[]
  questions: readonly QuestionCard[]
}
