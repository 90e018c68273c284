import { expect, test } from 'vitest'
import { unconfiguredText } from '#app/staff/parts/job-texts.ts'
import { retryFailedJob } from '#server/contract/staff/operations.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { asMember, post } from '#tests/support/routes/visit-staff.ts'

const cookies = asMember

test('what is not configured is said in words, with the variable where it is known', () => {
  expect(
    unconfiguredText([
      { kind: 'ticket-sms', jobs: 2, variable: 'SMS_*_TEMPLATE_TICKET' },
      { kind: 'reminder-sms', jobs: 3, variable: 'SMS_*_TEMPLATE_REMINDER' },
      { kind: 'other', jobs: 1 },
    ]),
  ).toBe(
    '入场码短信没有配置（缺少 SMS_*_TEMPLATE_TICKET），2 个在等；' +
      '开放日前一天的提醒短信没有配置（缺少 SMS_*_TEMPLATE_REMINDER），3 个在等；other没有配置，1 个在等',
  )
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
