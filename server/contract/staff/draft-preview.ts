import { z } from 'zod'
import { cityCode, id } from '../fields.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** At most as many calls of the API as a page makes. */
const maxCalls = 60

/**
 * Answers public calls of the API as they will be answered when a draft is published; nothing is stored. The row of a new
 * draft has an id meanwhile, which the next preview gives it again unless other content was published. Refused like
 * `publishDraft`, and 1503 when four previews of the member wait. Calls that ask other services are unknown to it.
 */
export const previewDraft = staffEndpoint({
  method: 'POST',
  path: '/api/staff/drafts/{id}/preview',
  summary: '预览草稿',
  right: 'content.propose',
  input: z.object({
    id,
    /** Paths with their queries, such as `/api/news/5`. */
    calls: z.array(z.string().startsWith('/api/').max(4000)).max(maxCalls),
  }),
  data: z.object({
    row_id: z.int(),
    /** The facts of the row that addresses of its public pages are made of. */
    school_id: z.int().optional(),
    city_code: cityCode.optional(),
    slug: z.string().optional(),
    /** Status and JSON text in the order of `calls`. */
    answers: z.array(z.object({ status: z.int(), text: z.string() })),
  }),
})
