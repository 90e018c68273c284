import { expect, test } from 'vitest'
import { answerCorrection } from '#server/contract/staff/corrections.ts'
import { answerQuestion } from '#server/contract/staff/questions.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { correction, question, questionWith } from '#tests/support/routes/staff-work.ts'
import { asMember, get, post } from '#tests/support/routes/visit-staff.ts'

const path = `/staff/questions/${question.id}/`
const reportPath = `/staff/corrections/${correction.id}/`
const version = question.version

test('the lists ask for those that wait unless another state is asked for', async () => {
  for (const name of ['questions', 'corrections']) {
    const usual = await get(`/staff/${name}/?state=&school_id=`, { cookies: asMember })
    expect(usual.api.calls.find(({ path: called }) => called.endsWith(name))?.input).toEqual({ page: '1' })
  }
  const { api } = await get('/staff/questions/?state=refused&school_id=7&page=3', { cookies: asMember })
  expect(api.calls.find(({ path: called }) => called.endsWith('questions'))?.input).toEqual({
    state: 'refused',
    school_id: '7',
    page: '3',
  })
})

test.each([
  ['show', {}, '/staff/questions/?done=shown'],
  ['answer', { answer: '有校车', by: '林老师' }, '/staff/questions/?done=answered'],
  ['edit', { body: '有没有校车呢？' }, `${path}?done=edited`],
  ['refuse', { reason: '和学校无关' }, '/staff/questions/?done=refused'],
  ['join', { into: '11' }, '/staff/questions/?done=joined'],
])('the form %s sends what was typed with the version, and leads on', async (intent, fields, location) => {
  const sent = await post(path, { intent, version, ...fields }, { cookies: asMember })
  expect(sent).toMatchObject({ status: 303, location })
  const call = sent.api.calls.find(({ path: called }) => called === `/api/staff/questions/12/${intent}`)
  expect(call?.input).toEqual({ version, ...fields })
})

test('a question that somebody changed meanwhile comes back with both texts', async () => {
  const current = questionWith({ body: '改过的文字', version: '2027-03-01T05:00:00.000Z' })
  const api = staffApiOfTests(answer(answerQuestion, new Refusal(1409, '刚被别人改过', { current })))
  const sent = await post(
    path,
    { intent: 'answer', version, answer: '我写的回答' },
    { cookies: asMember, api },
  )
  expect(sent).toMatchObject({
    status: 409,
    data: { body: question.body },
    actionData: { isConflict: true, intent: 'answer', values: { answer: '我写的回答' } },
  })
})

test('errors stand at their fields, and what the page does not know is refused', async () => {
  const wrong = await post(path, { intent: 'refuse', version, reason: '' }, { cookies: asMember })
  expect(wrong).toMatchObject({ status: 400, actionData: { problem: { fields: { reason: '请写明原因' } } } })
  expect(await post(path, { intent: 'delete', version }, { cookies: asMember })).toMatchObject({
    status: 400,
  })
})

test('who asked, or reported, stands in the answer of a form and in no address', async () => {
  const asked = await post(path, { intent: 'reveal' }, { cookies: asMember })
  expect(asked).toMatchObject({ status: 200, location: null, actionData: { revealed: { name: '李女士' } } })
  const reported = await post(reportPath, { intent: 'reveal' }, { cookies: asMember })
  expect(reported).toMatchObject({ status: 200, location: null, actionData: { phone: '+8613800000003' } })
})

test('a report is answered; of two answers the second is shown beside the first', async () => {
  const fields = { state: 'corrected', answer: '已改', answered_at: '' }
  const sent = await post(reportPath, fields, { cookies: asMember })
  expect(sent).toMatchObject({ status: 303, location: '/staff/corrections/?done=answered' })
  const api = staffApiOfTests(answer(answerCorrection, new Refusal(1409, '刚被别人答复过')))
  expect(await post(reportPath, fields, { cookies: asMember, api })).toMatchObject({
    status: 409,
    actionData: { isConflict: true, values: { answer: '已改' } },
  })
  expect(await post(reportPath, { ...fields, state: '' }, { cookies: asMember })).toMatchObject({
    status: 400,
    actionData: { problem: { fields: { state: '请选择核实的结果' } } },
  })
})
