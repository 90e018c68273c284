import type { SceneTopic } from '../themes/theme.ts'
import type { Pooled } from './pool.ts'

const everywhere: readonly SceneTopic[] = [
  'gate',
  'canteen',
  'classroom',
  'library',
  'lab',
  'field',
  'arts',
  'music',
  'garden',
  'pool',
  'teaching',
]

/** Scenes that any campus may show; a dormitory only where there are boarders. */
export const scenes: readonly Pooled<SceneTopic>[] = [
  ...everywhere.map((topic) => [topic] as const),
  ['dorm', { boarding: true }],
]
