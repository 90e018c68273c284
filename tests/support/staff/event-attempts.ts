import { uploadForm } from './upload-form.ts'
import type { StaffAttempt } from './attempts.ts'

const times = { starts_at: '2027-01-01T09:00', ends_at: '2027-01-01T11:00' }
const unknown = { path: { id: '999999' }, status: 404 }

/** What every role tries with the endpoints of events, guests and open days. */
export const eventAttempts: Readonly<Record<string, StaffAttempt>> = {
  'GET /api/staff/events': {},
  'GET /api/staff/events/{id}': unknown,
  'POST /api/staff/events': { body: { city_code: '4403', title: '', ...times }, status: 400 },
  'POST /api/staff/events/{id}': {
    ...unknown,
    body: { version: '1', city_code: '4403', title: '活动', ...times },
  },
  'POST /api/staff/events/{id}/withdraw': { ...unknown, body: { version: '1', reason: '场地检修' } },
  'POST /api/staff/events/{id}/reinstate': { ...unknown, body: { version: '1', reason: '弄错了' } },
  'GET /api/staff/events/{id}/report': unknown,
  'POST /api/staff/events/{id}/devices': { ...unknown, body: { name: '前台1' } },
  'GET /api/staff/devices/{id}': unknown,
  'POST /api/staff/devices/{id}/revoke': unknown,
  'GET /api/staff/events/{id}/guests': unknown,
  'POST /api/staff/events/{id}/guests/find': { ...unknown, body: { text: '张' } },
  'POST /api/staff/events/{id}/guests': { ...unknown, body: uploadForm([new File(['a'], 'a.csv')]) },
  'POST /api/staff/events/{id}/paper': unknown,
  'GET /api/staff/guests/{id}': unknown,
  'POST /api/staff/guests/{id}': { ...unknown, body: { version: 1, name: '改名' } },
  'POST /api/staff/guests/{id}/reveal': unknown,
  'POST /api/staff/guests/{id}/undo': unknown,
  'POST /api/staff/guests/{id}/remove': unknown,
  'GET /api/staff/open-days': {},
  'GET /api/staff/open-days/{id}': unknown,
  'POST /api/staff/open-days': {
    body: { city_code: '4403', school: '没有这所学校', title: '开放日', ...times },
    status: 400,
  },
  'POST /api/staff/open-days/{id}': { ...unknown, body: { version: '1', title: '开放日', ...times } },
  'POST /api/staff/open-days/{id}/cancel': { ...unknown, body: { version: '1', reason: '场地检修' } },
  'POST /api/staff/open-days/{id}/reinstate': { ...unknown, body: { version: '1' } },
  'GET /api/staff/open-days/{id}/waiting': unknown,
  'POST /api/staff/open-days/{id}/waiting/{reference}/remove': {
    path: { id: '999999', reference: 'ZZZZZZZZZZ' },
    body: { reason: '只面向小升初' },
    status: 404,
  },
  'GET /api/staff/open-days/{id}/calls': unknown,
  'POST /api/staff/open-days/{id}/calls/reveal': unknown,
  'POST /api/staff/open-days/{id}/calls': { ...unknown, body: { reference: 'ABCDEFGH' } },
}
