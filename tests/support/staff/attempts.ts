import { readdirSync } from 'node:fs'
import type { StaffEndpoint } from '#server/contract/staff/staff-endpoint.ts'
import { eventAttempts } from './event-attempts.ts'
import { uploadForm } from './upload-form.ts'

/** What is sent to an endpoint for staff, and how a member with its right is answered (200 where nothing is said). */
export type StaffAttempt = {
  path?: Readonly<Record<string, string>>
  query?: string
  body?: object
  status?: number
}

/** What every role tries with every endpoint for staff; one that is not here fails the test. */
export const staffAttempts: Readonly<Record<string, StaffAttempt>> = {
  'GET /api/staff/area': {},
  'POST /api/staff/code': { body: { phone: '13700000001' } },
  'POST /api/staff/login': { body: { phone: '13700000001', code: '000000' }, status: 400 },
  'POST /api/staff/login/totp': { body: { pending: 'x', totp: '000000' }, status: 401 },
  'POST /api/staff/logout': {},
  'GET /api/staff/me': {},
  'GET /api/staff/sessions': {},
  'POST /api/staff/sessions/{id}/end': { path: { id: '999999' }, status: 404 },
  'POST /api/staff/second-factor/recovery-codes': { body: { totp: '000000' }, status: 409 },
  'POST /api/staff/second-factor/authenticator': { body: { totp: '000000' }, status: 409 },
  'POST /api/staff/second-factor/authenticator/confirm': {
    body: { pending: 'x', totp: '000000' },
    status: 409,
  },
  'POST /api/staff/second-factor/proof': { body: { totp: '000000' }, status: 409 },
  'POST /api/staff/visitor-sessions/end': { body: { phone: '13700000002' } },
  'GET /api/staff/today': {},
  'POST /api/staff/search': { body: { text: '8841' } },
  'GET /api/staff/audit/file': {},
  'GET /api/staff/operations': { status: 503 },
  'POST /api/staff/operations/jobs/{id}/retry': { path: { id: '999999' }, status: 404 },
  'GET /api/staff/imports': {},
  'POST /api/staff/imports/check': { body: uploadForm([new File(['a'], 'news.csv')]) },
  'POST /api/staff/imports': {
    body: uploadForm([new File(['a'], 'news.csv')], { version: 999_999 }),
    status: 409,
  },
  'POST /api/staff/imports/{id}/undo': { path: { id: '999999' }, status: 404 },
  'GET /api/staff/exports/content': { query: '?kind=news&format=csv' },
  'GET /api/staff/exports/template': { query: '?kind=news' },
  'POST /api/staff/exports/records': { body: { kind: 'leads', since: '2026-01-01', format: 'csv' } },
  'GET /api/staff/school-facts/completeness': {},
  'GET /api/staff/school-facts/proposals': {},
  'POST /api/staff/school-facts/proposals': { body: {}, status: 400 },
  'GET /api/staff/school-facts/stale': {},
  'GET /api/staff/school-facts/contradictions': {},
  'POST /api/staff/school-facts/confirm': {
    body: { school: 999_999, version: 'x', facts: ['kind'], source: '官网' },
    status: 404,
  },
  'POST /api/staff/school-facts/choose': {
    body: { school: 999_999, version: 'x', fact: 'kind', choice: 1 },
    status: 404,
  },
  'GET /api/staff/fact-checks': {},
  'POST /api/staff/fact-checks': {},
  'POST /api/staff/fact-checks/{id}': { path: { id: '999999' }, body: { finding: 'right' }, status: 404 },
  'GET /api/staff/content/{kind}': { path: { kind: 'news' } },
  'GET /api/staff/content/{kind}/{id}': { path: { kind: 'news', id: '999999' }, status: 404 },
  'GET /api/staff/content/{kind}/{id}/history': { path: { kind: 'news', id: '999999' }, status: 404 },
  'POST /api/staff/content/{kind}/{id}/restore': {
    path: { kind: 'news', id: '999999' },
    body: { import_id: 1 },
    status: 404,
  },
  'GET /api/staff/content-forms/{kind}': { path: { kind: 'news' } },
  'POST /api/staff/content/{kind}/{id}/withdraw': {
    path: { kind: 'news', id: '999999' },
    body: { version: 'x', reason: '过期' },
    status: 404,
  },
  'POST /api/staff/content/{kind}/{id}/reinstate': {
    path: { kind: 'news', id: '999999' },
    body: { version: 'x', reason: '过期' },
    status: 404,
  },
  'POST /api/staff/content-text': { body: { kind: 'views', text: '正文' } },
  'GET /api/staff/school-merge': { query: '?stay=999998&go=999999', status: 404 },
  'POST /api/staff/school-merge': {
    body: { stay: 999_998, go: 999_999, stay_version: 'x', go_version: 'x', same: 'yes' },
    status: 404,
  },
  'POST /api/staff/pictures': { body: uploadForm([new File(['a'], 'a.jpg')]), status: 400 },
  'GET /api/staff/drafts': {},
  'GET /api/staff/drafts/{id}': { path: { id: '999999' }, status: 404 },
  'POST /api/staff/drafts': { body: { kind: 'news', row_id: 999_999, changes: {} }, status: 404 },
  ...Object.fromEntries(
    ['publish', 'schedule', 'reopen', 'propose', 'refuse', 'rebase', 'discard'].map((verb) => [
      `POST /api/staff/drafts/{id}/${verb}`,
      {
        path: { id: '999999' },
        body: { version: 1, publish_at: '2099-01-01T09:00', reason: '重写' },
        status: 404,
      },
    ]),
  ),
  'POST /api/staff/drafts/{id}/preview': { path: { id: '999999' }, body: { calls: [] }, status: 404 },
  'GET /api/staff/lead-digest': {},
  'POST /api/staff/lead-digest': { body: { minutes: '30' }, status: 503 },
  'GET /api/staff/leads': {},
  'GET /api/staff/lead-filters': {},
  'GET /api/staff/lead-queue': {},
  'POST /api/staff/lead-batch/check': {
    body: { act: 'assign', advisor: 0, records: ['ZZZZZZZZZZ'] },
  },
  'POST /api/staff/lead-batch': {
    body: { act: 'assign', advisor: 0, records: ['ZZZZZZZZZZ'], key: 'key-of-a-form' },
  },
  'POST /api/staff/lead-queue/next': {},
  'GET /api/staff/acts/{id}': { path: { id: '999999' }, status: 404 },
  'POST /api/staff/acts/{id}/undo': { path: { id: '999999' }, status: 404 },
  'POST /api/staff/leads/{reference}/postpone': { path: { reference: 'ZZZZZZZZZZ' }, status: 404 },
  'GET /api/staff/leads/{reference}': { path: { reference: 'ZZZZZZZZZZ' }, status: 404 },
  'POST /api/staff/leads/{reference}/claim': { path: { reference: 'ZZZZZZZZZZ' }, status: 404 },
  'POST /api/staff/leads/{reference}/release': { path: { reference: 'ZZZZZZZZZZ' }, status: 404 },
  'POST /api/staff/leads/{reference}/reveal': { path: { reference: 'ZZZZZZZZZZ' }, status: 404 },
  'POST /api/staff/leads/{reference}/contacted': {
    path: { reference: 'ZZZZZZZZZZ' },
    body: { outcome: 'reached' },
    status: 404,
  },
  'POST /api/staff/leads/{reference}/notes': {
    path: { reference: 'ZZZZZZZZZZ' },
    body: { note: '备注' },
    status: 404,
  },
  'POST /api/staff/leads/{reference}/assign': {
    path: { reference: 'ZZZZZZZZZZ' },
    body: { advisor: 0 },
    status: 404,
  },
  'POST /api/staff/leads/{reference}/transfer': { path: { reference: 'ZZZZZZZZZZ' }, status: 404 },
  'POST /api/staff/leads/{reference}/resend': { path: { reference: 'ZZZZZZZZZZ' }, status: 404 },
  'GET /api/staff/questions': {},
  'GET /api/staff/questions/{id}': { path: { id: '999999' }, status: 404 },
  'POST /api/staff/questions/{id}/show': {
    path: { id: '999999' },
    body: { version: '2026-06-15T04:00:00.000Z' },
    status: 404,
  },
  'POST /api/staff/questions/{id}/answer': {
    path: { id: '999999' },
    body: { version: '2026-06-15T04:00:00.000Z', answer: '回答' },
    status: 404,
  },
  'POST /api/staff/questions/{id}/edit': {
    path: { id: '999999' },
    body: { version: '2026-06-15T04:00:00.000Z', body: '文字' },
    status: 404,
  },
  'POST /api/staff/questions/{id}/refuse': {
    path: { id: '999999' },
    body: { version: '2026-06-15T04:00:00.000Z', reason: '原因' },
    status: 404,
  },
  'POST /api/staff/questions/{id}/join': {
    path: { id: '999999' },
    body: { version: '2026-06-15T04:00:00.000Z', into: 1 },
    status: 404,
  },
  'POST /api/staff/questions/{id}/reveal': { path: { id: '999999' }, status: 404 },
  'GET /api/staff/corrections': {},
  'GET /api/staff/corrections/{id}': { path: { id: '999999' }, status: 404 },
  'POST /api/staff/corrections/{id}/answer': {
    path: { id: '999999' },
    body: { state: 'corrected', answer: '答复' },
    status: 404,
  },
  'POST /api/staff/corrections/{id}/reveal': { path: { id: '999999' }, status: 404 },
  'GET /api/staff/members': {},
  'GET /api/staff/members/{id}': { path: { id: '999999' }, status: 404 },
  'POST /api/staff/members': { body: { name: '新人', phone: '1', role: 'advisor' }, status: 400 },
  'POST /api/staff/members/{id}': { path: { id: '999999' }, body: { version: 1, name: '改名' }, status: 404 },
  'POST /api/staff/members/{id}/reset': { path: { id: '999999' }, status: 404 },
  'GET /api/staff/audit': {},
  ...eventAttempts,
}

/** Every endpoint for staff that a file of the contract declares. */
export async function declaredStaffEndpoints(): Promise<StaffEndpoint[]> {
  const folder = new URL('../../../server/contract/staff/', import.meta.url)
  const modules = await Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file): Promise<Record<string, unknown>> => import(new URL(file, folder).href)),
  )
  return modules.flatMap((module) => Object.values(module)).filter(isStaffEndpoint)
}

/** Whether an export of the contract is an endpoint for staff. */
export function isStaffEndpoint(value: unknown): value is StaffEndpoint {
  return typeof value === 'object' && value !== null && 'right' in value && 'path' in value
}
