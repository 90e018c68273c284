import type { Boarding, Curriculum, Kind, Stage } from '#server/contract/vocabulary.ts'

/** A plausible make of school: kind, stages, curricula that fit the stages, boarding, and its share in sized runs. */
export type Profile = {
  kind: Kind
  stages: readonly Stage[]
  curricula: readonly Curriculum[]
  boarding: Boarding
  weight: number
}

const k = 'kindergarten'
const p = 'primary'
const m = 'middle'
const h = 'high'

/** A school for the youngest, which the theme of play goes with. */
export const earlyProfile: Profile = {
  kind: 'bilingual',
  stages: [k, p],
  curricula: ['ib', 'national'],
  boarding: 'day',
  weight: 5,
}

/** The makes of a city's schools beside the one for the youngest; the first nineteen are in every city. */
export const profiles: readonly Profile[] = [
  { kind: 'international', stages: [p, m, h], curricula: ['ib'], boarding: 'optional', weight: 6 },
  { kind: 'international', stages: [m, h], curricula: ['alevel', 'igcse'], boarding: 'full', weight: 7 },
  { kind: 'international', stages: [h], curricula: ['ap', 'american'], boarding: 'full', weight: 5 },
  { kind: 'international', stages: [k, p, m, h], curricula: ['ib', 'igcse'], boarding: 'day', weight: 6 },
  {
    kind: 'international',
    stages: [m, h],
    curricula: ['alevel', 'ap', 'igcse'],
    boarding: 'optional',
    weight: 5,
  },
  { kind: 'international', stages: [h], curricula: ['canadian'], boarding: 'optional', weight: 4 },
  { kind: 'international', stages: [m, h], curricula: ['dse', 'alevel'], boarding: 'optional', weight: 4 },
  { kind: 'foreign', stages: [k, p, m, h], curricula: ['ib'], boarding: 'day', weight: 3 },
  { kind: 'foreign', stages: [k, p, m], curricula: ['american'], boarding: 'day', weight: 2 },
  { kind: 'bilingual', stages: [p, m], curricula: ['national', 'igcse'], boarding: 'optional', weight: 8 },
  { kind: 'bilingual', stages: [p, m, h], curricula: ['national', 'ib'], boarding: 'optional', weight: 6 },
  { kind: 'bilingual', stages: [k, p, m], curricula: ['national', 'ib'], boarding: 'day', weight: 6 },
  {
    kind: 'bilingual',
    stages: [p, m, h],
    curricula: ['national', 'alevel', 'igcse'],
    boarding: 'optional',
    weight: 7,
  },
  { kind: 'bilingual', stages: [m, h], curricula: ['national', 'ap'], boarding: 'full', weight: 5 },
  { kind: 'bilingual', stages: [p, m], curricula: ['national', 'ib'], boarding: 'day', weight: 5 },
  { kind: 'private', stages: [p, m, h], curricula: ['national', 'dse'], boarding: 'optional', weight: 5 },
  { kind: 'private', stages: [h], curricula: ['national', 'australian'], boarding: 'full', weight: 3 },
  { kind: 'private', stages: [p, m], curricula: ['national'], boarding: 'optional', weight: 4 },
  { kind: 'public', stages: [h], curricula: ['national'], boarding: 'optional', weight: 3 },
  { kind: 'public', stages: [p, m], curricula: ['national'], boarding: 'day', weight: 3 },
  { kind: 'foreign', stages: [p, m, h], curricula: ['alevel', 'igcse'], boarding: 'day', weight: 2 },
  { kind: 'bilingual', stages: [k, p, m, h], curricula: ['ib'], boarding: 'optional', weight: 4 },
  { kind: 'bilingual', stages: [k, p, m], curricula: ['national', 'american'], boarding: 'day', weight: 3 },
]
