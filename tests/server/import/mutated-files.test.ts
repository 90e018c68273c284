import { expect, test } from 'vitest'
import { guestFileColumns, guestRowReader } from '#server/services/check-ins/guest-row.ts'
import { contentEntities } from '#server/services/content/import/content/content-entities.ts'
import { contentColumns, contentRowReader } from '#server/services/content/import/content/content-row.ts'
import { listShape } from '#server/services/content/import/lists/list-files.ts'
import { Problems } from '#server/services/content/import/problems.ts'
import { readRawRows } from '#server/services/content/import/rows/read-rows.ts'
import { schoolFileColumns, schoolRowReader } from '#server/services/content/import/schools/school-row.ts'
import { mutate, randomOf, type Table } from '#tests/support/content/mutated-tables.ts'
import { isProof } from '#tests/support/runner/sample.ts'

const openDays = contentEntities.find(({ name }) => name === 'open-days')
if (openDays === undefined) throw new Error('there are no open days')

/** The readers of each kind of file. */
const kinds = {
  guests: [
    guestFileColumns,
    (problems: Problems) => guestRowReader(problems, { kind: 'parent', city: '4403' }),
  ],
  schools: [schoolFileColumns, (problems: Problems) => schoolRowReader(problems)],
  'open days': [contentColumns(openDays), (problems: Problems) => contentRowReader(openDays, problems)],
  'bus lines': [
    contentColumns(listShape('bus_stops')),
    (problems: Problems) => contentRowReader(listShape('bus_stops'), problems),
  ],
  tuition: [
    contentColumns(listShape('tuition')),
    (problems: Problems) => contentRowReader(listShape('tuition'), problems),
  ],
} as const
type Kind = keyof typeof kinds

const tables: Readonly<Record<Kind, Table>> = {
  guests: [
    ['姓名', '电话', '人数', '入场码', '单位'],
    ['王小明', '13800138401', '2', 'C7K2M9QX', '云汀学校'],
    ['欧阳娜娜', '13800138402', '1', '20260001', ''],
    ['Maria Fernanda González-Ávila', '13800138403', '3', '', ''],
    ['陈喆', '+852 9123 4567', '', 'AB-1234', '木棉机构'],
    ['李玥', '13800138405', '1', '20260005', ''],
    ['阿卜杜拉·买买提', '+886 912 345 678', '4', '', '青岚中心'],
  ],
  schools: [
    ['key', 'name', '城市', '区', 'address', '学段', 'kind', 'boarding', 'tuition_min', 'phone', 'founded'],
    [
      '10001',
      '云汀外国语学校',
      '深圳',
      '南山区',
      '云汀路一号',
      '小学',
      '民办学校',
      '走读',
      '128000',
      '0755-26001234',
      '2008',
    ],
    [
      '10002',
      '木棉实验学校',
      '深圳',
      '南山区',
      '木棉路二号',
      '初中',
      '民办学校',
      '走读',
      '98000',
      '0755-26005678',
      '1998',
    ],
    ['A-3', '青岚学校', '深圳', '南山区', '', '小学', '民办学校', '', '12.8万', '0755-26009999', ''],
  ],
  'open days': [
    ['城市', '学校编号', '标题', '开始时间', '结束时间', '地点', '名额'],
    ['深圳', '10001', '春季开放日', '2026-12-05 14:00', '2026-12-05 16:00', '学校礼堂', '80'],
    ['深圳', '10002', '校园参观', '2026-12-12 09:30', '2026-12-12 11:30', '图书馆', '120'],
  ],
  'bus lines': [
    ['学校编号', '线路', '站点', '上车时间', '年费'],
    ['10001', '一号线', '示例花园', '06:45', '9800'],
    ['10001', '一号线', '示例广场', '06:58', '8000'],
    ['A-3', '二号线', '示例新村', '07:10', '8800'],
  ],
  tuition: [
    ['学校编号', '年级', '学年', '走读学费'],
    ['10001', '小学', '2026-2027', '128000'],
    ['10001', '初中', '2026-2027', '146000'],
    ['A-3', 'g10-g12', '2026', '180000'],
  ],
}

/** The rows of a file as they would be stored, without where they stood; or what is said of it. */
async function read(kind: Kind, bytes: Buffer): Promise<{ rows: string[]; said: string[] }> {
  const [columns, readerOf] = kinds[kind]
  const problems = new Problems()
  const reader = readerOf(problems)
  const rows: string[] = []
  for await (const raw of readRawRows({ name: 'a.csv', bytes }, { columns, problems })) {
    const row = await reader(raw)
    if (row === undefined) continue
    const plain: unknown = JSON.parse(
      JSON.stringify(row, (name, value: unknown) =>
        name === 'place'
          ? undefined
          : value instanceof Map
            ? [...value].toSorted((one, other) => (String(one) < String(other) ? -1 : 1))
            : value,
      ),
    )
    rows.push(JSON.stringify(plain, keysInOrder))
  }
  return { rows, said: problems.lines() }
}

function keysInOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

test('no change that other programs make to a file is stored wrongly without a word', async () => {
  const seed = Number(process.env['SEED'] ?? 20_261_128)
  const tries = isProof ? 10_000 : 600
  const random = randomOf(seed)
  const names = ['guests', 'schools', 'open days', 'bus lines', 'tuition'] as const
  const right = new Map<Kind, string[]>()
  for (const kind of names) {
    const { rows, said } = await read(kind, Buffer.from(tables[kind].map((row) => row.join(',')).join('\n')))
    expect({ kind, said, rows: rows.length }).toEqual({ kind, said: [], rows: tables[kind].length - 1 })
    right.set(kind, rows)
  }
  const sum = { tried: 0, 'refused with words': 0, 'read rightly': 0, wrong: 0 }
  const wrong: unknown[] = []
  for (let at = 0; at < tries; at += 1) {
    const kind = names[at % names.length] ?? 'guests'
    const { what, bytes } = mutate(tables[kind], random)
    const { rows, said } = await read(kind, bytes)
    sum.tried += 1
    if (said.length > 0) sum['refused with words'] += 1
    else if (JSON.stringify(rows) === JSON.stringify(right.get(kind))) sum['read rightly'] += 1
    else {
      sum.wrong += 1
      wrong.push({ at, kind, what, rows: rows.filter((row) => right.get(kind)?.includes(row) !== true) })
    }
  }
  console.log(`changed files, seed ${seed}: ${JSON.stringify(sum)}`)
  expect(wrong.slice(0, 12)).toEqual([])
  expect(sum['read rightly']).toBeGreaterThan(tries / 5)
}, 600_000)
