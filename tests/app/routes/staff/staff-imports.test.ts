import { expect, test } from 'vitest'
import { codes } from '#server/contract/codes.ts'
import { checkImport, publishImport } from '#server/contract/staff/imports.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { importReport, staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { asMember, get, post } from '#tests/support/routes/visit-staff.ts'

const path = '/staff/imports/'
const checkedFile = { name: 'news.csv', content: 'YQ==' }

test('files are checked, and their report comes with the version that they may be imported at', async () => {
  const { status, actionData, api } = await post(path, checkedFile, { cookies: asMember })
  expect(status).toBe(200)
  expect(actionData).toMatchObject({ checked: { files: [checkedFile], version: 5 } })
  const posted = api.calls.filter(({ method }) => method === 'POST')
  expect(posted.map((call) => call.path)).toEqual([checkImport.path])
})

test('what was checked is imported, and the list of imports says so', async () => {
  const { location } = await post(path, { ...checkedFile, version: '5' }, { cookies: asMember })
  expect(location).toBe('/staff/imports/?done=imported')
})

test('content that changed since the check is told, and the files have to be checked again', async () => {
  const api = staffApiOfTests(answer(publishImport, new Refusal(codes.conflict, '请再检查一次')))
  const { status, actionData } = await post(
    path,
    { ...checkedFile, version: '5' },
    { cookies: asMember, api },
  )
  expect(status).toBe(409)
  expect(actionData).toMatchObject({ problem: { message: '请再检查一次' } })
})

test('faults of rows offer nothing to import', async () => {
  const problems = [{ file: 'news.csv', line: 3, field: '标题', message: '不能为空' }]
  const api = staffApiOfTests(
    answer(checkImport, { ...importReport, problems, problem_count: 1, version: 5 }),
  )
  const { actionData } = await post(path, checkedFile, { cookies: asMember, api })
  expect(actionData).toMatchObject({ checked: { report: { problems } } })
})

test('a form without a file is refused at its field', async () => {
  const { status, actionData } = await post(path, {}, { cookies: asMember })
  expect(status).toBe(400)
  expect(actionData).toMatchObject({ problem: { fields: { file: '请选择文件，或粘贴表格' } } })
})

test('undoing asks first; an unknown import is a 404', async () => {
  expect((await get('/staff/imports/7/undo/', { cookies: asMember })).data).toMatchObject({ id: 7 })
  expect((await get('/staff/imports/70/undo/', { cookies: asMember })).status).toBe(404)
})

test('a pasted table is checked as a file is, carried to the form that imports it, and comes back with its faults', async () => {
  const pasted = '校名\t城市\t学段\n弦歌学校\t深圳\t小学'
  const { actionData, api } = await post(path, { pasted }, { cookies: asMember })
  expect(api.calls.filter(({ method }) => method === 'POST').map((call) => call.path)).toEqual([
    checkImport.path,
  ])
  const content = Buffer.from(pasted).toString('base64')
  expect(actionData).toMatchObject({
    pasted,
    checked: { files: [{ name: '粘贴的表格.tsv', content }], version: 5 },
  })
})

test('the import of a fact begins with the schools that lack it, each with an empty cell', async () => {
  const { data } = await get(`${path}?fact=kind&city_code=4403`, { cookies: asMember })
  const lines = ['序号\t校名\t城市\t性质\t来源\t来源日期', '12\t深圳弦歌学校\t深圳\t\t\t']
  expect(data).toMatchObject({ begun: { title: '补办学类型：还不知道的 1 所', table: lines.join('\n') } })
  expect((await get(path, { cookies: asMember })).data).not.toHaveProperty('begun')
  expect((await get(`${path}?fact=tuition`, { cookies: asMember })).data).not.toHaveProperty('begun')
})
