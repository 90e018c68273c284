import type { z } from 'zod'
import { exportAuditPart, listAudit } from '#server/contract/staff/audit.ts'
import { exportContentPart, exportRecordsFile, getContentTemplate } from '#server/contract/staff/exports.ts'
import { getOperations, retryFailedJob } from '#server/contract/staff/operations.ts'
import { checkImport, listImports, publishImport, undoStaffImport } from '#server/contract/staff/imports.ts'
import {
  beginStaffLogin,
  getStaffArea,
  sendStaffCode,
  staffLogout,
  verifySecondFactor,
} from '#server/contract/staff/login.ts'
import {
  addStaffMember,
  changeStaffMember,
  getStaffMember,
  listStaffMembers,
  resetSecondFactor,
} from '#server/contract/staff/members.ts'
import { changeLeadDigest, getLeadDigest } from '#server/contract/staff/lead-digest.ts'
import { rightsOf, type StaffRole } from '#server/contract/staff/roles.ts'
import {
  beginNewAuthenticator,
  confirmNewAuthenticator,
  changeRecoveryCodes,
  proveSecondFactor,
} from '#server/contract/staff/second-factor.ts'
import { endStaffSession, getStaffMe, listStaffSessions } from '#server/contract/staff/sessions.ts'
import { endVisitorSessions } from '#server/contract/staff/visitor-sessions.ts'
import { getStaffToday } from '#server/contract/staff/today.ts'
import { contentAnswers } from './staff-content-samples.ts'
import { staffWorkAnswers } from './staff-work.ts'
import { answer, fakeApi, knownStaffToken, type FakeAnswer, type FakeApi } from './fake-api.ts'
import { eventAnswers } from './staff-event-samples.ts'

const page = { total: 1, page: 1, page_size: 20 }
const at = '2027-03-01T04:00:00.000Z'

/** The state of a site where nothing is bad. */
export const operations = {
  database: { engine: 'embedded' as const, bytes: 50_000_000 },
  replicas: { named: 0, usable: 0, lags: [] },
  jobs: { waiting: 0, failing: 0, unconfigured: 0, unconfigured_kinds: [], failed: [] },
  build: 'b1d5',
  timed_tasks: [],
  sms: {
    sent: 3,
    left_hour: 247,
    left_day: 1997,
    limit_day: 2000,
    left_hour_new_phones: 122,
    left_day_new_phones: 997,
  },
  devices: { online: 1, unsent: 0 },
  last_backup_at: at,
  last_backup_tried_at: at,
  disk_free_bytes: 9_000_000_000,
  open_circuits: [],
  missing_settings: [{ variable: 'SITE_ICP', lack: '页脚没有 ICP 备案号' }],
  schools: { total: 328, indexed: 44, pictured: 0 },
  key_id: 'a1b2c3d4',
  started_at: at,
}

/** The report of a file without faults. */
export const importReport = {
  problems: [],
  problem_count: 0,
  notices: [],
  differences: ['修改 编号 12: 标题'],
  tables: [],
  left_out: 0,
  refused: [],
  sums: [{ kind: 'news', added: 1, changed: 1, unchanged: 0, merged: 0 }],
}

/** A member of the sample. */
export const member = {
  id: 3,
  name: '林老师',
  phone: '138****0003',
  role: 'advisor',
  version: 2,
  enrolled: true,
  recovery_codes_left: 9,
  created_at: at,
  last_seen_at: at,
} as const satisfies z.input<(typeof changeStaffMember)['data']>

/** The answer to who is logged in: a member of a role. */
export function asRole(role: StaffRole): FakeAnswer {
  const school = role === 'school' ? { school: { id: 7, name: '深圳弦歌学校' } } : {}
  return answer(getStaffMe, {
    id: 1,
    name: '周主管',
    role,
    ...school,
    rights: rightsOf(role),
    expires_at: at,
    recovery_codes_left: 10,
  })
}

const enrolment = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/school?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=school',
}

/** The API of the staff area with one of everything, asked by an administrator; answers given to it go first. */
export function staffApiOfTests(...answers: FakeAnswer[]): FakeApi {
  return fakeApi([...staffAnswers(), ...answers])
}

/** What the staff area's API answers, asked by an administrator. */
export function staffAnswers(): FakeAnswer[] {
  return [
    answer(getStaffArea, { open: true }),
    asRole('administrator'),
    answer(sendStaffCode, { expires_in: 300, resend_in: 60 }),
    answer(beginStaffLogin, { pending: 'pending-of-a-test', expires_at: at, enrolment }),
    answer(verifySecondFactor, { token: knownStaffToken, expires_at: at }),
    answer(changeRecoveryCodes, { recovery_codes: ['ABCD-EFGH-JKMN-PQRS'] }),
    answer(proveSecondFactor, { msg: '已确认' }),
    answer(beginNewAuthenticator, { pending: 'pending-of-a-test', expires_at: at, enrolment }),
    answer(confirmNewAuthenticator, { msg: '已换' }),
    answer(getLeadDigest, { configured: true }),
    answer(changeLeadDigest, {
      configured: true,
      times: { minutes: 30, from: 9, until: 18, weekends: false },
    }),
    answer(staffLogout, { msg: '已退出' }),
    answer(getStaffToday, {
      leads: { count: 3, oldest_at: at },
      due_leads: { count: 1, oldest_at: at },
      questions: { count: 0 },
      corrections: { count: 1, oldest_at: at },
      proposed_drafts: { count: 2, oldest_at: at },
      failed_drafts: { count: 0 },
      lacked: [{ city_code: '4403', fact: 'kind', missing: 1, favourites: 2, requests: 1, score: 4 }],
      open_days: [
        {
          id: 31,
          title: '校园开放日',
          school: { id: 7, name: '深圳弦歌学校' },
          starts_at: at,
          ends_at: '2027-03-01T06:00:00.000Z',
          taken: 12,
          waiting: 2,
          capacity: 30,
          cancelled: false,
        },
      ],
      devices: [
        { id: 5, name: '入口 1', event: { id: 9, title: '春季择校展' }, last_seen_at: at, waiting: 2 },
      ],
      operations: {
        jobs_waiting: 4,
        jobs_failing: 0,
        jobs_unconfigured: [],
        disk_free_bytes: 42_000_000_000,
      },
    }),
    answer(endVisitorSessions, { ended: 2 }),
    answer(listStaffMembers, { items: [member], ...page }),
    answer(getStaffMember, { ...member, leads: 2 }),
    answer(addStaffMember, { ...member, id: 4, name: '新人', enrolled: false }),
    answer(changeStaffMember, ({ id }) => ({ ...member, id })),
    answer(resetSecondFactor, { msg: '已重置' }),
    answer(listStaffSessions, {
      items: [
        {
          id: 51,
          member: { id: 1, name: '周主管' },
          device: 'Chrome，Windows',
          network: '203.0.113.0/24',
          created_at: at,
          last_seen_at: at,
          expires_at: at,
          current: false,
        },
      ],
      ...page,
    }),
    answer(endStaffSession, { msg: '已下线' }),
    answer(getOperations, operations),
    answer(retryFailedJob, { msg: '马上再试' }),
    ...contentAnswers(),
    answer(listImports, {
      items: [
        { id: 7, published_at: at, operator: '周主管', files: ['news.csv'], added: 2, changed: 1 },
        {
          id: 6,
          published_at: at,
          operator: 'root',
          files: ['schools.csv'],
          added: 0,
          changed: 3,
          undone_at: at,
          undone_by: '周主管',
        },
      ],
    }),
    answer(checkImport, { ...importReport, version: 5 }),
    answer(publishImport, { ...importReport, stored: true, run: 8 }),
    answer(undoStaffImport, { restored: 1, removed: 2, withdrawn: 0 }),
    answer(exportAuditPart, ({ before }) =>
      before === undefined
        ? { text: '编号\r\n900\r\n', export: 901, next: 900 }
        : { text: '899\r\n', export: 901 },
    ),
    answer(exportContentPart, ({ after }) =>
      after === 0
        ? { text: '\uFEFFtitle\r\n第一条\r\n', version: 5, next: 1 }
        : { text: '第二条\r\n', version: 5 },
    ),
    answer(getContentTemplate, { text: '\uFEFF标题\r\n' }),
    answer(exportRecordsFile, { text: '\uFEFF申请编号\r\n', rows: 0, unread: 0 }),
    answer(listAudit, {
      items: [
        {
          id: 900,
          at,
          who: '周主管',
          staff_id: 1,
          command: 'staff members change',
          record: 'staff:3',
          changes: { role: ['editor', 'advisor'], phone: 'changed' },
          details: {},
          rows: 1,
        },
      ],
      ...page,
    }),
    ...staffWorkAnswers(),
    ...eventAnswers,
  ]
}
