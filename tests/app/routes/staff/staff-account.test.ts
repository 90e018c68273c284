import { expect, test } from 'vitest'
import { changeLeadDigest, getLeadDigest } from '#server/contract/staff/lead-digest.ts'
import {
  beginNewAuthenticator,
  confirmNewAuthenticator,
  changeRecoveryCodes,
} from '#server/contract/staff/second-factor.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { asRole, staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { asMember, get, post } from '#tests/support/routes/visit-staff.ts'

const cookies = asMember
const account = '/staff/account/'
const authenticator = '/staff/account/authenticator/'
const wrong = (field: string, text: string) => new Refusal(1001, text, { fields: { [field]: text } })

test('new recovery codes stand in the answer to a post alone', async () => {
  const changed = await post(account, { intent: 'codes', totp: '123456' }, { cookies })
  expect(changed).toMatchObject({
    status: 200,
    location: null,
    actionData: { codes: ['ABCD-EFGH-JKMN-PQRS'] },
  })
  const api = staffApiOfTests(answer(changeRecoveryCodes, wrong('totp', '动态码不正确')))
  const refused = await post(account, { intent: 'codes', totp: '000000' }, { cookies, api })
  expect(refused).toMatchObject({
    status: 400,
    actionData: { form: 'codes', problem: { fields: { totp: '动态码不正确' } } },
  })
})

test('a move to a new authenticator is proven by either factor, and confirmed by a code of the new one', async () => {
  for (const [fields, sent] of [
    [{ totp: '123456', recovery: '' }, { totp: '123456' }],
    [{ totp: '', recovery: 'ABCD-EFGH-JKMN-PQRS' }, { recovery: 'ABCD-EFGH-JKMN-PQRS' }],
  ] as const) {
    const begun = await post(authenticator, { intent: 'begin', ...fields }, { cookies })
    expect(begun.api.calls.find(({ method }) => method === 'POST')?.input).toEqual(sent)
    expect(begun).toMatchObject({
      status: 200,
      actionData: {
        step: 'confirm',
        pending: 'pending-of-a-test',
        enrolment: { qr: { size: expect.any(Number) } },
      },
    })
  }
  const fields = { intent: 'confirm', pending: 'pending-of-a-test', totp: '123456' }
  expect(await post(authenticator, fields, { cookies })).toMatchObject({
    status: 303,
    location: '/staff/account/?done=moved',
  })
})

test('a wrong code of the new authenticator is asked for again with its secret; a move that is over begins again', async () => {
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const fields = {
    intent: 'confirm',
    pending: 'p',
    totp: '000000',
    secret,
    uri: `otpauth://totp/a?secret=${secret}`,
  }
  const confirm = (refusal: Refusal) =>
    post(authenticator, fields, { cookies, api: staffApiOfTests(answer(confirmNewAuthenticator, refusal)) })
  expect(await confirm(wrong('totp', '动态码不正确'))).toMatchObject({
    status: 400,
    actionData: { step: 'confirm', pending: 'p', enrolment: { secret } },
  })
  expect(await confirm(new Refusal(1409, '超过了 10 分钟'))).toMatchObject({
    status: 409,
    actionData: { step: 'proof', problem: { message: '超过了 10 分钟' } },
  })
  const api = staffApiOfTests(answer(beginNewAuthenticator, wrong('recovery', '恢复码不正确或已经用过')))
  expect(
    await post(authenticator, { intent: 'begin', recovery: 'ABCD-EFGH-JKMN-PQRS' }, { cookies, api }),
  ).toMatchObject({
    status: 400,
    actionData: { step: 'proof', problem: { fields: { recovery: '恢复码不正确或已经用过' } } },
  })
})

test('who sees leads chooses a digest where the site sends them', async () => {
  expect((await get(account, { cookies })).data).toMatchObject({ digest: { configured: true } })
  const editor = await get(account, { cookies, api: staffApiOfTests(asRole('editor')) })
  expect(editor.data).not.toHaveProperty('digest.configured')
  const fields = { intent: 'digest', minutes: '', from: '9', until: '18', weekends: '0' }
  const api = staffApiOfTests(
    answer(changeLeadDigest, { configured: true }),
    answer(getLeadDigest, { configured: true }),
  )
  expect(await post(account, fields, { cookies, api })).toMatchObject({
    status: 303,
    location: '/staff/account/?done=silent',
  })
  const refusing = staffApiOfTests(answer(changeLeadDigest, wrong('until', '结束要晚于开始')))
  expect(await post(account, { ...fields, until: '1' }, { cookies, api: refusing })).toMatchObject({
    status: 400,
    actionData: { form: 'digest', values: { until: '1' }, problem: { fields: { until: '结束要晚于开始' } } },
  })
})
