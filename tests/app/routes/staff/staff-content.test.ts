import { expect, test } from 'vitest'
import { codes } from '#server/contract/codes.ts'
import { getDraft, saveDraft } from '#server/contract/staff/drafts.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { asRole, staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { draft } from '#tests/support/routes/staff-content-samples.ts'
import { asMember, get, post } from '#tests/support/routes/visit-staff.ts'

const path = '/staff/content/schools/12/edit/costs/'
const typed = {
  _base: '2027-03-01T04:00:00.000Z',
  _empty: '3',
  tuition_min: '120000',
  stages: 'middle',
  'fees.rows': '3',
  'fees.0.label': '报名费',
  'fees.0.amount': '2000',
  'fees.1.label': '',
  'fees.1.amount': '',
  'fees.2.label': '校服费',
  'fees.2.amount': '800',
  body: '## 校舍',
}

test('a section is sent as cells: lists as rows without empty ones', async () => {
  const sent: object[] = []
  const saving = answer(saveDraft, (input) => {
    sent.push(input)
    return { id: 4, version: 1 }
  })
  const { location } = await post(path, typed, { cookies: asMember, api: staffApiOfTests(saving) })
  expect(location).toBe('/staff/drafts/4/?done=saved')
  expect(sent).toMatchObject([
    {
      row_id: 12,
      base: '2027-03-01T04:00:00.000Z',
      changes: {
        tuition_min: '120000',
        stages: 'middle',
        fees: '[{"label":"报名费","amount":"2000"},{"label":"校服费","amount":"800"}]',
        body: '## 校舍',
      },
    },
  ])
})

test('more rows and a preview store nothing and lose nothing', async () => {
  const more = await post(path, { ...typed, _intent: 'add' }, { cookies: asMember })
  expect(more).toMatchObject({ status: 200, actionData: { emptyRows: 6, cells: { tuition_min: '120000' } } })
  const { actionData, api } = await post(path, { ...typed, _intent: 'preview' }, { cookies: asMember })
  expect(actionData).toMatchObject({
    previews: { body: { parts: [{ html: '<p>正文</p>' }] } },
    cells: { body: '## 校舍' },
  })
  expect(api.calls.some((call) => call.path === saveDraft.path)).toBe(false)
})

test('faults stand at their fields, and another’s change is shown beside what was typed', async () => {
  const fields = { tuition_min: '应为整数' }
  const wrong = staffApiOfTests(answer(saveDraft, new Refusal(codes.invalidInput, '应为整数', { fields })))
  const refused = await post(path, typed, { cookies: asMember, api: wrong })
  expect(refused).toMatchObject({ status: 400, actionData: { problem: { fields }, isConflict: false } })
  const changed = staffApiOfTests(answer(saveDraft, new Refusal(codes.conflict, '别人改过')))
  const conflict = await post(path, typed, { cookies: asMember, api: changed })
  expect(conflict).toMatchObject({
    status: 409,
    actionData: { isConflict: true, cells: { stages: 'middle' } },
  })
})

test('who may not publish proposes; an unknown section is a 404', async () => {
  const school = staffApiOfTests(asRole('school'), answer(getDraft, draft))
  expect((await get('/staff/drafts/4/', { cookies: asMember, api: school })).data).toMatchObject({
    mayPublish: false,
  })
  expect((await get('/staff/content/schools/12/edit/none/', { cookies: asMember })).status).toBe(404)
  expect((await get('/staff/content/none/', { cookies: asMember })).status).toBe(404)
})
