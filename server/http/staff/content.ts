import { codes } from '#server/contract/codes.ts'
import { cities } from '#server/contract/cities.ts'
import {
  getContent,
  getContentForm,
  getContentHistory,
  listContent,
  reinstateContent,
  restoreContent,
  showContentText,
  withdrawContent,
  type ContentKind,
} from '#server/contract/staff/content.ts'
import { listPage } from '#server/db/list-page.ts'
import { findListedContent, type ListedTable } from '#server/db/staff/content.ts'
import { findOpenDrafts } from '#server/db/staff/drafts.ts'
import { readEmbeddingText, textWithEmbeds } from '#server/services/content/embeds/embedded-text.ts'
import { entityOf, formFields, formSections } from '#server/services/content/drafts/content-fields.ts'
import { readContentHistory, restoredCells } from '#server/services/content/drafts/content-history.ts'
import { saveDraft } from '#server/services/content/drafts/edit-draft.ts'
import { readContentRow } from '#server/services/content/drafts/read-content-row.ts'
import { resolveEmbeds } from '#server/services/content/embeds/resolve-embeds.ts'
import { readText } from '#server/services/content/texts/read-text.ts'
import { shownHtml } from '#server/services/content/texts/shown-html.ts'
import { UnreadableText } from '#server/services/content/texts/unreadable-text.ts'
import { chinaDay } from '#server/services/china-time.ts'
import type { Staff } from '#server/services/staff/read-staff.ts'
import { ApiError, invalidFields, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { lineRefused } from './draft-refusals.ts'
import { createMemberTurns, memberWork } from './member-turns.ts'
import { publishCells, rowChanged } from './publish-cells.ts'
import { assertReachable, fieldsFor, schoolScope } from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

/** Where rows of a kind are, and the column of their title. */
export function tableOf(kind: ContentKind): ListedTable {
  const entity = entityOf(kind)
  if (entity === undefined) return { table: 'school', title: 'name', columns: [] }
  const { table, columns } = entity
  return { table, columns, title: columns.includes('title') ? 'title' : 'name' }
}

const cityOf = (code: unknown) => cities.find((city) => city.code === code)?.code

/** Endpoints of the content that pages edit: lists, rows with the fields of their forms, withdrawing, texts. */
export function staffContentEndpoints(needs: ApiDependencies) {
  const { database, now, publicOrigin } = needs
  const { db } = database
  // Texts are read one after another: nobody's texts take the turns of others.
  const inTurn = createMemberTurns(memberWork)

  const visibilityOf = async (
    input: { kind: ContentKind; id: number; version: string; reason: string },
    { staff, signal, withdrawnAt }: { staff: Staff; signal: AbortSignal; withdrawnAt: string },
  ) => {
    const { kind, id, version, reason } = input
    const row = found(await readContentRow(db, kind, id))
    if (row.version !== version || (row.withdrawnAt === undefined) !== (withdrawnAt !== ''))
      throw rowChanged()
    const changes = { withdrawn_at: withdrawnAt }
    return { version: await publishCells(needs, { kind, row, changes, reason, staff, signal }) }
  }

  return [
    serveStaff(listContent, async ({ input, staff }) => {
      const { kind, school, fact, condition = 'missing', ...asked } = input
      if (fact === undefined && input.condition !== undefined) throw invalidFields({ fact: '请选择资料' })
      const having = kind === 'schools' && fact ? { fact, condition, today: chinaDay(now()) } : undefined
      const scope = schoolScope(staff)
      const schoolId = scope ?? school
      const { rows, total } = await findListedContent(db, tableOf(kind), {
        ...asked,
        schoolId,
        having,
      })
      const rowIds = rows.map(({ id }) => id)
      const drafts = await findOpenDrafts(db, kind, { rowIds, schoolId: scope })
      return listPage(
        input,
        rows.map((row) => ({
          id: row.id,
          title: row.title,
          school: schoolOf(row.school_id, row.school),
          city_code: cityOf(row.city_code),
          updated_at: new Date(row.updated_at).toISOString(),
          withdrawn_at: row.withdrawn_at === null ? undefined : new Date(row.withdrawn_at).toISOString(),
          drafts: drafts.filter(({ rowId }) => rowId === row.id),
        })),
        total,
      )
    }),
    serveStaff(getContent, async ({ input: { kind, id }, staff }) => {
      const row = found(await readContentRow(db, kind, id))
      assertReachable(staff, row.schoolId ?? null)
      return {
        id,
        title: row.title,
        school: schoolOf(kind === 'schools' ? null : (row.schoolId ?? null), row.values['school'] ?? null),
        city_code: cityOf(row.line.get('city')),
        updated_at: row.version,
        withdrawn_at: row.withdrawnAt,
        version: row.version,
        sections: formSections(kind).map(({ slug, label }) => ({ slug, label })),
        fields: fieldsFor(staff, formFields(kind, row.values)),
        drafts: await findOpenDrafts(db, kind, { rowIds: [id], schoolId: schoolScope(staff) }),
      }
    }),
    serveStaff(getContentForm, async ({ input: { kind }, staff }) => ({
      sections: formSections(kind).map(({ slug, label }) => ({ slug, label })),
      fields: fieldsFor(staff, formFields(kind, {})),
    })),
    serveStaff(getContentHistory, async ({ input: { kind, id }, staff }) => {
      const row = found(await readContentRow(db, kind, id))
      assertReachable(staff, row.schoolId ?? null)
      const changes = await readContentHistory(db, kind, row)
      return {
        title: row.title,
        fields: formFields(kind, row.values),
        items: changes.map(({ importId, at, operator, files, before, differences }) => ({
          import_id: importId,
          at: at.toISOString(),
          operator,
          files: [...files],
          added: before === undefined,
          differences,
        })),
      }
    }),
    serveStaff(restoreContent, async ({ input: { kind, id, import_id: importId }, staff }) => {
      const row = found(await readContentRow(db, kind, id))
      const change = (await readContentHistory(db, kind, row)).find((one) => one.importId === importId)
      if (change?.before === undefined) throw notFound()
      const changes = restoredCells(kind, row, change.before)
      const options = { actor: { staff }, kind, row, draft: undefined, schoolId: undefined, changes }
      const outcome = await saveDraft(database, options)
      if (outcome.state === 'refused') throw lineRefused(outcome.problems)
      if (outcome.state !== 'saved') throw invalidFields({ import_id: '和现在的内容一样，不用恢复' })
      return { draft: outcome.draft.id }
    }),
    serveStaff(withdrawContent, ({ input, request, staff }) =>
      visibilityOf(input, { staff, signal: request.signal, withdrawnAt: now().toISOString() }),
    ),
    serveStaff(reinstateContent, ({ input, request, staff }) =>
      visibilityOf(input, { staff, signal: request.signal, withdrawnAt: '' }),
    ),
    serveStaff(
      showContentText,
      async ({ input: { kind, text }, staff }) => {
        assertKindReachable(staff, kind)
        try {
          return await inTurn(staff.id, async () => {
            const body = await readText(text)
            const mayEmbed = entityOf(kind)?.fields.some(({ embeds }) => embeds === true) === true
            if (!mayEmbed) return { html: shownHtml(body), problems: [] }
            const read = readEmbeddingText(body, { ownOrigin: publicOrigin })
            const { body: html, parts } = textWithEmbeds(read, await resolveEmbeds(db, [read], now()))
            return { html, parts, problems: [...read.problems] }
          })
        } catch (error) {
          if (error instanceof UnreadableText) throw invalidFields({ text: error.message })
          throw error
        }
      },
      { maxBodyBytes: 1_000_000 },
    ),
  ]
}

/** Throws 1403 for a kind of which a member of the role `school` has no rows. */
function assertKindReachable(staff: Staff, kind: ContentKind): void {
  if (schoolScope(staff) === undefined || kind === 'schools' || entityOf(kind)?.school !== undefined) return
  throw new ApiError(codes.forbidden, { message: '学校只能提交自己学校的内容' })
}

function schoolOf(id: number | null, name: string | null) {
  return id === null ? undefined : { id, name: name === null || name === '' ? `学校 ${id}` : name }
}
