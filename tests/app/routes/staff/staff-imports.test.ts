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
  expect(actionData).toMatchObject({ problem: { fields: { file: '请选择文件' } } })
})

test('undoing asks first; an unknown import is a 404', async () => {
  expect((await get('/staff/imports/7/undo/', { cookies: asMember })).data).toMatchObject({ id: 7 })
  expect((await get('/staff/imports/70/undo/', { cookies: asMember })).status).toBe(404)
})
