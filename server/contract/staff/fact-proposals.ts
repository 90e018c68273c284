import { z } from 'zod'
import { cityCode, listFields, listOf } from '../fields.ts'
import { unlessEmpty } from './empty-field.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** Facts that a school's name or address may name. */
export const proposedFacts = ['district', 'stages'] as const

/** Where a proposal was read: in the school's name or its address. */
const from = z.enum(['name', 'address'])

/** What names and addresses say of facts that are not known: district and stages, by school. */
export const listFactProposals = staffEndpoint({
  method: 'GET',
  path: '/api/staff/school-facts/proposals',
  summary: '由校名和地址得出的资料',
  right: 'imports.run',
  input: z.object({
    city_code: unlessEmpty(cityCode),
    page: listFields.page,
    page_size: listFields.page_size.default(50),
  }),
  data: listOf(
    z.object({
      /** The school's number and the fact: `12:district`. */
      key: z.string(),
      school: z.object({ id: z.int(), name: z.string(), address: z.string().optional() }),
      city_code: cityCode,
      fact: z.enum(proposedFacts),
      text: z.string(),
      from,
    }),
  ),
})

/**
 * Gives schools the proposed facts, as one import that can be undone as any other: those of `keys`, or all of a city, or all. A
 * fact that was stated meanwhile stays. 1001 with `fields.keys` when nothing is chosen, or nothing of it is proposed any more.
 */
export const acceptFactProposals = staffEndpoint({
  method: 'POST',
  path: '/api/staff/school-facts/proposals',
  summary: '采用由校名和地址得出的资料',
  right: 'imports.run',
  input: z.object({
    all: unlessEmpty(z.literal('1')),
    city_code: unlessEmpty(cityCode),
    keys: z.array(z.string().max(40)).max(100).default([]),
  }),
  data: z.object({
    /** The number of the import. */
    run: z.int(),
    /** How many schools it changed. */
    changed: z.int(),
  }),
})
