import type { z } from 'zod'
import { hostileTexts } from '../content/hostile-texts.ts'
import { fakeApi, type Alter, type FakeApi } from '../routes/fake-api.ts'
import { staffAnswers } from '../routes/staff-api.ts'

/** HTML that the API has cleaned, addresses and references that it makes itself, and sections of a form. */
const madeByTheApi = new Set(['html', 'uri', 'slug', 'section', 'reference'])

/** An API of the staff area whose every text is hostile where the contract lets it be; `first` chooses the texts. */
export function hostileStaffApi(first: number): FakeApi {
  return fakeApi(staffAnswers(), hostileFrom(first))
}

function hostileFrom(first: number): Alter {
  return (data, { data: schema }) => {
    let next = first
    let altered = structuredClone(data)
    for (const path of textsIn(data)) {
      const text = hostileTexts[next % hostileTexts.length] ?? ''
      next += 1
      const tried = withText(altered, path, text)
      if (accepts(schema, tried)) altered = tried
    }
    return altered
  }
}

const accepts = (schema: z.ZodType, data: unknown) => schema.safeParse(data).success

type Path = readonly (string | number)[]

/** The places of all texts in data. */
function textsIn(data: unknown, path: Path = []): Path[] {
  if (typeof data === 'string') return [path]
  if (Array.isArray(data)) return data.flatMap((one: unknown, at) => textsIn(one, [...path, at]))
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, one]) =>
    madeByTheApi.has(name) ? [] : textsIn(one, [...path, name]),
  )
}

/** A copy of data with a text at a place. */
function withText(data: unknown, [name, ...others]: Path, text: string): unknown {
  if (name === undefined)
    return typeof data === 'string' && data.startsWith('[{') ? listWith(data, text) : text
  if (Array.isArray(data))
    return data.map((one: unknown, at) => (at === name ? withText(one, others, text) : one))
  if (typeof data !== 'object' || data === null) return data
  return { ...data, [name]: withText(Reflect.get(data, name), others, text) }
}

/** A list as a form gets it, in JSON, with a text in each of its cells. */
function listWith(list: string, text: string): string {
  return JSON.stringify(JSON.parse(list), (_, cell: unknown) => (typeof cell === 'string' ? text : cell))
}
