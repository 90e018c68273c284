import type {
  Boarding,
  Curriculum,
  Kind,
  Stage,
  Support,
  TeachingLanguage,
} from '#server/contract/vocabulary.ts'

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

const languages: Record<Kind, TeachingLanguage[]> = {
  international: ['english'],
  foreign: ['english'],
  bilingual: ['bilingual'],
  private: ['chinese'],
  public: ['chinese'],
}
const helped: readonly Support[][] = [['english', 'chinese'], [], ['learning', 'english'], ['english'], []]

/** What a school says of its lessons and days, by its place in the city; some schools leave one of them out. */
export function lifeFacts(
  { kind, stages }: Profile,
  index: number,
): { teachingLanguages: TeachingLanguage[]; supports: Support[]; schoolDay?: string } {
  const isLate = stages.includes('high')
  return {
    teachingLanguages: index % 6 === 4 ? [] : languages[kind],
    supports: kind === 'public' ? [] : (helped[index % helped.length] ?? []),
    ...(index % 4 === 3
      ? {}
      : {
          schoolDay: `${isLate ? 7 : 8}:${10 + (index % 4) * 10}–${isLate ? 17 : 16}:${10 + (index % 5) * 10}`,
        }),
  }
}
