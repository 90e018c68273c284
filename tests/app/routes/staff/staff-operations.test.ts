import { expect, test } from 'vitest'
import { getOperations, retryFailedJob } from '#server/contract/staff/operations.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { operations, staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { asMember, get, post } from '#tests/support/routes/visit-staff.ts'

const cookies = asMember
const at = '2026-11-24T01:00:00.000Z'

test('failed jobs stand with reason and button, and what is not configured in words', async () => {
  const api = staffApiOfTests(
    answer(getOperations, {
      ...operations,
      jobs: {
        waiting: 3,
        failing: 1,
        unconfigured: 2,
        unconfigured_kinds: [{ kind: 'ticket-sms', jobs: 2, variable: 'SMS_*_TEMPLATE_TICKET' }],
        failed: [
          { id: 12, kind: 'lead', tries: 4, created_at: at, due_at: at, reason: 'the CRM answered 500' },
        ],
      },
      timed_tasks: [{ name: 'drafts', ended_at: at, failure: 'no disk' }],
    }),
  )
  const { html } = await get('/staff/operations/', { cookies, api })
  expect(html).toContain('the CRM answered 500')
  expect(html).toContain('name="id" value="12"')
  expect(html).toContain('入场码短信没有配置（缺少 SMS_*_TEMPLATE_TICKET），2 个在等')
  expect(html).toContain('no disk')
  expect(html).toContain('b1d5')
})

test('a job is tried again by a plain form; one that is done meanwhile is refused in words', async () => {
  const sent = await post('/staff/operations/', { id: '12' }, { cookies })
  expect(sent.location).toBe('/staff/operations/?done=retried')
  expect(sent.api.calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/staff/operations/jobs/12/retry',
  })
  const refusal = new Refusal(1404, '这个任务已经发出，或者没有失败过')
  const api = staffApiOfTests(answer(retryFailedJob, refusal))
  expect(await post('/staff/operations/', { id: '12' }, { cookies, api })).toMatchObject({
    status: 404,
    actionData: { problem: { message: '这个任务已经发出，或者没有失败过' } },
  })
})
