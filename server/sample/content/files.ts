import { z } from 'zod'
import { sampleSource } from '#server/db/content/sample-rows.ts'
import { contentEntities } from '#server/services/content/import/content/content-entities.ts'
import { readRows } from '../read-rows.ts'

const entries = z.array(z.looseObject({})).optional()
/** A row of sample data by the columns of an import's file: those that the sample looks at, and others. */
export const sampleRow = z.looseObject({
  key: z.string().optional(),
  city: z.string().optional(),
  school_key: z.string().optional(),
  name: z.string().optional(),
  title: z.string().optional(),
  body: z.string().optional(),
  published_at: z.string().optional(),
  answers: z.array(z.looseObject({ body: z.string() })).optional(),
  places: z.array(z.looseObject({ school_key: z.string() })).optional(),
  tuition: entries,
  entry_grades: entries,
  eligibility: entries,
  admission_steps: entries,
  bus_lines: entries,
})
export type SampleRow = z.infer<typeof sampleRow>
/** Rows by the kind of their file. */
export type SampleFiles = ReadonlyMap<string, readonly SampleRow[]>

const sourcedLists = ['tuition', 'entry_grades', 'eligibility', 'admission_steps', 'bus_lines'] as const

/** What a picture shows, unless its row says so. */
const shown = {
  picture: ({ title = '' }: SampleRow) => title,
  portrait: ({ name = '' }: SampleRow) => `${name}的头像`,
  logo: ({ name = '' }: SampleRow) => `${name}校徽`,
  cover: ({ name = '' }: SampleRow) => `${name}校园`,
}

/** Reads the sample data; `fill` writes the days and years. */
export function readSampleFiles(fill: (text: string) => string): SampleFiles {
  const files = contentEntities.map(
    ({ name }) => [name, readRows(`${name}.jsonl`, sampleRow, fill).map(withUsual)] as const,
  )
  const schools = readRows('schools.jsonl', sampleRow, fill).map(markedSchool)
  return new Map([['schools', schools], ...files])
}

/** A school with the marks of an invented one, which need not stand in every line. */
function markedSchool(school: SampleRow): SampleRow {
  const lists = sourcedLists.flatMap((name) => {
    const rows = school[name]?.map((entry) => ({ ...entry, source: sampleSource }))
    return rows === undefined ? [] : [[name, rows] as const]
  })
  return { ...withUsual(school), ...Object.fromEntries(lists), sample: true }
}

/** A row with the words of its pictures, all marked as drawn, and of an article the time of its last change. */
function withUsual(given: SampleRow): SampleRow {
  const alts = Object.entries(shown).flatMap(([column, usual]) => {
    const own = given[`${column}_alt`]
    const alt = typeof own === 'string' ? own : usual(given)
    return given[column] === undefined ? [] : [[`${column}_alt`, `${alt}（示例插图）`] as const]
  })
  return {
    ...(given.published_at === undefined ? {} : { updated_at: given.published_at }),
    ...given,
    ...Object.fromEntries(alts),
  }
}

const embedded = /(?<=\{\{学校 )[^{}]+/gu

/** The first schools of each city, and of the rest what names no other one. */
export function withFirstSchools(files: SampleFiles, perCity: number): SampleFiles {
  const count = new Map<string, number>()
  const schools = (files.get('schools') ?? []).filter(({ city = '' }) => {
    count.set(city, (count.get(city) ?? 0) + 1)
    return (count.get(city) ?? 0) <= perCity
  })
  const keys = new Set(schools.map(({ key }) => key))
  const names = (text: string) => (text.match(embedded) ?? []).flatMap((of) => of.split(' '))
  const kept = [...files].map(([kind, rows]) => {
    const own = rows
      .filter(({ school_key: key, body = '' }) =>
        [...(key === undefined ? [] : [key]), ...names(body)].every((name) => keys.has(name)),
      )
      .map((one) => ({
        ...one,
        ...(one.places && { places: one.places.filter((place) => keys.has(place.school_key)) }),
      }))
    return [kind, own] as const
  })
  return new Map([...kept, ['schools', schools]])
}

/** A row whose text embeds schools by their ids; in sample data they stand by their keys. */
export function withSchoolIds(given: SampleRow, ids: ReadonlyMap<string, number>): SampleRow {
  if (given.body === undefined) return given
  const body = given.body.replaceAll(embedded, (keys: string) =>
    keys
      .split(' ')
      .map((key) => ids.get(key) ?? key)
      .join(' '),
  )
  return { ...given, body }
}
