import { expect, test } from 'vitest'
import { cellWords } from '#app/staff/routes/content/content-texts.ts'
import { codes } from '#server/contract/codes.ts'
import { contentKinds, showContentText } from '#server/contract/staff/content.ts'
import { getDraft, saveDraft } from '#server/contract/staff/drafts.ts'
import { uploadPicture } from '#server/contract/staff/pictures.ts'
import { mergeSchools } from '#server/contract/staff/school-merge.ts'
import { contentEntities } from '#server/services/content/import/content/content-entities.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { asRole, staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { draft } from '#tests/support/routes/staff-content-samples.ts'
import { asMember, get, post, submit } from '#tests/support/routes/visit-staff.ts'

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

/** A section's form as a browser sends it with a picture. */
function withPicture(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...typed, ...fields })) form.set(name, value)
  form.set('cover', new File([new Uint8Array([1, 2, 3])], '校门.jpg', { type: 'image/jpeg' }))
  return form
}

test('a picture is stored before its form, and survives the form’s refusal', async () => {
  const fields = { tuition_min: '应为整数' }
  const wrong = staffApiOfTests(answer(saveDraft, new Refusal(codes.invalidInput, '应为整数', { fields })))
  const asked = { cookies: asMember, api: wrong }
  const { actionData } = await post(path, withPicture({ cover_alt: '校门' }), asked)
  expect(actionData).toMatchObject({
    problem: { fields },
    cells: { cover: 'fedcba9876543210fedcba9876543210.jpg', cover_alt: '校门', tuition_min: '120000' },
  })
})

test('a new picture without words is refused at their field, and a file that is none at its own', async () => {
  const wordless = await post(path, withPicture({ cover_alt: ' ' }), { cookies: asMember })
  expect(wordless).toMatchObject({
    status: 400,
    actionData: {
      problem: { fields: { cover_alt: '请写这张图片里有什么，看不到图片的人靠它知道' } },
      cells: { cover: 'fedcba9876543210fedcba9876543210.jpg' },
    },
  })
  const none = { file: '这个文件已损坏，无法读取' }
  const api = staffApiOfTests(answer(uploadPicture, new Refusal(codes.invalidInput, '', { fields: none })))
  const now = { 'cover.now': 'aaaabbbbccccddddaaaabbbbccccdddd.jpg', cover_alt: '校门' }
  expect(await post(path, withPicture(now), { cookies: asMember, api })).toMatchObject({
    status: 400,
    actionData: { problem: { fields: { cover: none.file } }, cells: { cover: now['cover.now'] } },
  })
})

test('a picture that is not replaced stays, or goes when the form says so', async () => {
  const sent: { changes: Record<string, string> }[] = []
  const saving = answer(saveDraft, (input) => {
    sent.push(input)
    return { id: 4, version: 1 }
  })
  const now = { ...typed, 'cover.now': 'aaaabbbbccccddddaaaabbbbccccdddd.jpg' }
  const asked = () => ({ cookies: asMember, api: staffApiOfTests(saving) })
  await post(path, now, asked())
  await post(path, { ...now, 'cover.without': '1' }, asked())
  expect(sent.map(({ changes }) => changes['cover'])).toEqual([now['cover.now'], ''])
})

test('a text is drawn while one types, also when the API refuses it or the login is over', async () => {
  const text = '/staff/content/news/text/'
  expect((await submit(text, { text: '## 校舍' }, { cookies: asMember })).data).toEqual({
    parts: [{ html: '<p>正文</p>' }],
    problems: [],
  })
  const api = staffApiOfTests(answer(showContentText, new Refusal(codes.invalidInput, '正文太长')))
  expect((await submit(text, { text: '' }, { cookies: asMember, api })).data).toEqual({ failure: '正文太长' })
  const over = await submit(text, { text: '' }, { cookies: { staff: 'a-session-that-is-over' } })
  expect(over.data).toEqual({ failure: '登录已超时，先存为草稿，就会请您登录' })
})

test('a merge sends the chosen facts and says what is missing at its field', async () => {
  const merge = '/staff/content/schools/12/merge/'
  const sent: object[] = []
  const merging = answer(mergeSchools, (input) => {
    sent.push(input)
    return { id: 12 }
  })
  const fields = {
    with: '13',
    stay_version: '1',
    go_version: '1',
    'fact.phone': 'go',
    'fact.website': 'stay',
  }
  const done = await post(
    merge,
    { ...fields, same: 'no' },
    { cookies: asMember, api: staffApiOfTests(merging) },
  )
  expect(done.location).toBe('/staff/content/schools/12/?done=merged')
  expect(sent).toMatchObject([{ stay: 12, go: 13, same: 'no', taken: ['phone'] }])
  expect(await post(merge, fields, { cookies: asMember })).toMatchObject({
    status: 400,
    actionData: { problem: { fields: { same: '请选择是不是同一所学校' } }, taken: ['phone'] },
  })
})

test.each([
  ['editor', { mayPropose: true, mayWrite: true }],
  ['school', { mayPropose: true, mayWrite: false }],
  ['advisor', { mayPropose: false, mayWrite: false }],
  ['event_lead', { mayPropose: false, mayWrite: false }],
] as const)('a member of the role %s sees the controls that work for it', async (role, may) => {
  const asked = { cookies: asMember, api: staffApiOfTests(asRole(role)) }
  expect((await get('/staff/content/schools/12/', asked)).data).toMatchObject(may)
  expect((await get('/staff/content/', asked)).data).toMatchObject(may)
  const form = await get('/staff/content/schools/12/edit/costs/', asked)
  expect(form.status).toBe(may.mayPropose ? 200 : 403)
  const visibility = await get('/staff/content/schools/12/visibility/', asked)
  expect(visibility.status).toBe(may.mayWrite ? 200 : 403)
})

test('the members of a school see the kinds that a school has, and add rows to them, but no schools', async () => {
  const asked = { cookies: asMember, api: staffApiOfTests(asRole('school')) }
  expect((await get('/staff/content/', asked)).data).toMatchObject({
    kinds: ['学校', '学校动态', '毕业生', '师资', '校园环境'].map((label) => ({ label })),
  })
  expect((await get('/staff/content/teachers/', asked)).data).toMatchObject({ mayAdd: true })
  expect((await get('/staff/content/schools/', asked)).data).toMatchObject({ mayAdd: false })
  const advisor = { cookies: asMember, api: staffApiOfTests(asRole('advisor')) }
  expect((await get('/staff/content/teachers/', advisor)).data).toMatchObject({ mayAdd: false })
})

test('the kinds of a school are those whose rows need one', () => {
  const ofSchool = contentKinds.filter((kind) => kind.ofSchool).map(({ slug }) => slug)
  const needed = contentEntities.filter(({ school }) => school === 'needed').map(({ name }) => name)
  expect(ofSchool.toSorted()).toEqual(
    needed.filter((name) => contentKinds.some(({ slug }) => slug === name)).toSorted(),
  )
})

test.each([
  ['aliases', 'line', 'YCS|元犀公学', 'YCS、元犀公学'],
  ['grades', 'line', 'g1-g3', '一年级至三年级'],
  ['grades', 'line', 'g10', '高一'],
  ['year', 'line', '2025', '2025–2026 学年'],
  ['teacher_ratio', 'number', '8.1', '1:8.1'],
  ['foreign_teachers', 'number', '41', '41%'],
  ['tuition_min', 'number', '128000', '12.8\u00a0万'],
  ['title', 'line', '甲|乙', '甲|乙'],
  ['key', 'line', 'g1', 'g1'],
] as const)('the cell %s of the control %s reads %s as %s', (name, control, value, words) => {
  expect(cellWords({ name, control }, value)).toBe(words)
})

test('rows of a list stand below each other, and two prices say which is which', () => {
  const column = (name: string, label: string, control: 'line' | 'number') => {
    return { name, label, control, needed: false }
  }
  const columns = [
    column('grades', '年级', 'line'),
    column('day', '走读学费', 'number'),
    column('boarding', '住校学费', 'number'),
  ]
  const value = JSON.stringify([
    { grades: 'g1-g6', day: '168000' },
    { grades: 'g7', day: '200000', boarding: '298000' },
  ])
  expect(cellWords({ name: 'tuition', control: 'list', columns }, value)).toBe(
    '一年级至六年级，走读学费 16.8\u00a0万\n初一，走读学费 20\u00a0万，住校学费 29.8\u00a0万',
  )
})
