import { sql } from 'drizzle-orm'
import { cityCode } from '#server/contract/fields.ts'
import type { ContentKind } from '#server/contract/staff/content.ts'
import { previewDraft } from '#server/contract/staff/draft-preview.ts'
import type { Database } from '#server/db/connect.ts'
import { findDraft } from '#server/db/staff/drafts.ts'
import { entityOf } from '#server/services/content-drafts/content-fields.ts'
import { previewDraft as preview } from '#server/services/content-drafts/preview-draft.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { allEndpoints } from '../endpoints.ts'
import { found } from '../found.ts'
import { mountEndpoints } from '../mount-endpoints.ts'
import { importRefusal, publishingRefused } from './draft-refusals.ts'
import { assertDraftReachable } from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

/** The public API over a database, without its caches: calls that change something or recognise a visitor are unknown. */
function publicApiOn(db: Database, dependencies: ApiDependencies) {
  const { replicas: _, cache: __, ...others } = dependencies
  const own = { ...others, database: { ...dependencies.database, db } }
  const isPublic = allEndpoints(own).filter(
    ({ endpoint: { method, login } }) => method === 'GET' && login === 'none',
  )
  return mountEndpoints(isPublic, own)
}

/** The endpoint that answers public calls as of a draft. */
export function staffDraftPreviewEndpoints(dependencies: ApiDependencies) {
  const { database, images } = dependencies
  return [
    serveStaff(previewDraft, async ({ input: { id, calls }, request, staff }) => {
      const stored = found(await findDraft(database.db, id))
      assertDraftReachable(staff, stored)
      const { draft } = stored
      const needs = { database, images, signal: request.signal }
      const outcome = await preview(needs, draft, async (db, rowId) => {
        const api = publicApiOn(db, dependencies)
        const answers: { status: number; text: string }[] = []
        // One after another: they share the transaction's session.
        for (const call of calls) {
          const response = await api.fetch(new Request(new URL(call, request.url)))
          answers.push({ status: response.status, text: await response.text() })
        }
        return { row_id: rowId, ...(await addressFacts(db, draft.kind, rowId)), answers }
      }).catch((error: unknown) => {
        throw importRefusal(error)
      })
      if (outcome.state === 'read') return outcome.found
      throw publishingRefused(outcome)
    }),
  ]
}

/** The facts of a row that addresses of its pages are made of. */
async function addressFacts(db: Database, kind: ContentKind, rowId: number) {
  const { rows } = await db.execute<Record<'school_id' | 'city_code' | 'slug', unknown>>(
    sql`select facts->'school_id' as school_id, facts->'city_code' as city_code, facts->'slug' as slug
      from (select to_jsonb(t) as facts from ${sql.identifier(entityOf(kind)?.table ?? 'school')} t where id = ${rowId}) one`,
  )
  const { school_id: school, city_code: city, slug } = rows[0] ?? {}
  return {
    school_id: typeof school === 'number' ? school : undefined,
    city_code: cityCode.safeParse(city).data,
    slug: typeof slug === 'string' ? slug : undefined,
  }
}
