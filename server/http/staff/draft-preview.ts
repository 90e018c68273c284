import { sql } from 'drizzle-orm'
import { cityCode } from '#server/contract/fields.ts'
import { getLocation } from '#server/contract/browser/location.ts'
import { getJssdk } from '#server/contract/browser/share.ts'
import type { ContentKind } from '#server/contract/staff/content.ts'
import { previewDraft } from '#server/contract/staff/draft-preview.ts'
import type { Database } from '#server/db/connect.ts'
import { findDraft } from '#server/db/staff/drafts.ts'
import { entityOf } from '#server/services/content/drafts/content-fields.ts'
import { previewDraft as preview } from '#server/services/content/drafts/preview-draft.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { allEndpoints } from '../endpoints.ts'
import { found } from '../found.ts'
import { mountEndpoints } from '../mount-endpoints.ts'
import { importRefusal, publishingRefused } from './draft-refusals.ts'
import { createMemberTurns, memberWork } from './member-turns.ts'
import { assertDraftReachable } from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

/** A preview's transaction answers no further call after so many ms: on the embedded engine visitors wait for its end. */
const transactionMs = 300

/** Calls that ask other services, within limits by the visitor's address that a preview has not. */
const asksOthers = new Set<unknown>([getLocation, getJssdk])

/**
 * The public API over a database, without its caches and its queue: calls that change something, recognise a visitor or ask other
 * services are unknown.
 */
function publicApiOn(db: Database, dependencies: ApiDependencies) {
  const { replicas: _, cache: __, reads: ___, ...others } = dependencies
  const own = { ...others, database: { ...dependencies.database, db } }
  const isPublic = allEndpoints(own).filter(
    ({ endpoint }) => endpoint.method === 'GET' && endpoint.login === 'none' && !asksOthers.has(endpoint),
  )
  return mountEndpoints(isPublic, own)
}

/**
 * The endpoint that answers public calls as of a draft. A member's previews run one after another, each in as many short
 * transactions as its calls take.
 */
export function staffDraftPreviewEndpoints(dependencies: ApiDependencies) {
  const { database, images, now } = dependencies
  const inTurn = createMemberTurns(memberWork)
  return [
    serveStaff(previewDraft, async ({ input: { id, calls }, request, staff }) => {
      const stored = found(await findDraft(database.db, id))
      assertDraftReachable(staff, stored)
      const { draft } = stored
      const needs = { database, images, signal: request.signal, now: now() }
      return inTurn(staff.id, async () => {
        const answers: { status: number; text: string }[] = []
        for (;;) {
          const outcome = await preview(needs, draft, async (db, rowId) => {
            const until = performance.now() + transactionMs
            const api = publicApiOn(db, dependencies)
            // One after another: they share the transaction's session.
            for (const call of calls.slice(answers.length)) {
              request.signal.throwIfAborted()
              const response = await api.fetch(new Request(new URL(call, request.url)))
              answers.push({ status: response.status, text: await response.text() })
              if (performance.now() > until) break
            }
            return { row_id: rowId, ...(await addressFacts(db, draft.kind, rowId)) }
          }).catch((error: unknown) => {
            throw importRefusal(error)
          })
          if (outcome.state !== 'read') throw publishingRefused(outcome)
          if (answers.length === calls.length) return { ...outcome.found, answers }
        }
      })
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
