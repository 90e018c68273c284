import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { asJsonLines } from '#tests/support/content/invented-schools.ts'
import { importFile } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
})
afterEach(async () => {
  await emptyDatabase(database)
  await migrate(database)
})
afterAll(() => database.close())

async function onlySchool() {
  const [id] = each((await ask(api, '/api/schools')).data, 'id')
  return (await ask(api, `/api/school/detail/${String(id)}`)).data
}

async function imported(file: string, content: string): Promise<string[]> {
  const { exit, lines } = await importFile(database, file, content)
  expect(lines.at(-1)).toMatch(exit === 0 ? /^新增/ : /没有保存/)
  return lines
}

test('a school does not publish what a cell says so of, and nothing else that is empty', async () => {
  await imported(
    'a.csv',
    '校名,城市,最低学费,最高学费,学生数,班级人数,住宿,地址\n云汀学校,深圳,未公布,,学校没有公布,,not published,\n',
  )
  expect(await onlySchool()).toMatchObject({ not_published: ['boarding', 'students', 'tuition_min'] })
})

test('a list of a school may not be published', async () => {
  await imported('a.jsonl', asJsonLines([{ name: '云汀学校', city: '深圳', fees: '未公布' }]))
  expect(await onlySchool()).toMatchObject({ not_published: ['fees'], fees: [] })
})

test('the word takes a stored value away, and a value the word', async () => {
  const school = { name: '云汀学校', city: '深圳' }
  await imported('a.jsonl', asJsonLines([{ ...school, tuition_min: 90_000, tuition_max: 98_000 }]))
  await imported('b.jsonl', asJsonLines([{ ...school, tuition_min: '未公布', students: 300 }]))
  const hidden = await onlySchool()
  expect(hidden).toMatchObject({ not_published: ['tuition_min'], students: 300 })
  expect(hidden).not.toHaveProperty('tuition_min')
  expect(hidden).not.toHaveProperty('tuition_max')
  await imported('c.jsonl', asJsonLines([{ ...school, tuition_min: 100_000, students: '未公布' }]))
  expect(await onlySchool()).toMatchObject({ not_published: ['students'], tuition_min: 100_000 })
})

test('rows of tuition take the word away from the tuition that follows from them', async () => {
  const school = { name: '云汀学校', city: '深圳' }
  await imported('a.jsonl', asJsonLines([{ ...school, tuition_min: '未公布', tuition: '未公布' }]))
  expect(await onlySchool()).toMatchObject({ not_published: ['tuition_min', 'tuition'] })
  await imported('tuition.csv', '学校,城市,年级,学年,走读学费\n云汀学校,深圳,小学,2026,98000\n')
  expect(await onlySchool()).toMatchObject({ not_published: [], tuition_min: 98_000 })
})

test('the column names all of them, and a dash none', async () => {
  const school = { name: '云汀学校', city: '深圳' }
  await imported('a.csv', '校名,城市,学校没有公布\n云汀学校,深圳,学费|住校、phone\n')
  expect(await onlySchool()).toMatchObject({ not_published: ['boarding', 'tuition_min', 'phone'] })
  await imported('b.jsonl', asJsonLines([{ ...school, not_published: '-' }]))
  expect(await onlySchool()).toMatchObject({ not_published: [] })
})

test('a value beside the word that it is not published is refused', async () => {
  const school = { name: '云汀学校', city: '深圳', tuition_max: 90_000, not_published: ['tuition_min'] }
  expect(await imported('a.jsonl', asJsonLines([school]))).toEqual([
    'a.jsonl:1: tuition_max: 写了内容，又写了学校没有公布：请只留一个',
    '1 个问题，没有保存任何内容',
  ])
})

test('of two rows of one school that with the value counts', async () => {
  const school = { name: '云汀学校', city: '深圳' }
  await imported(
    'a.jsonl',
    asJsonLines([
      { ...school, students: '未公布', founded: '未公布' },
      { ...school, students: 300 },
    ]),
  )
  expect(await onlySchool()).toMatchObject({ students: 300, not_published: ['founded'] })
})
