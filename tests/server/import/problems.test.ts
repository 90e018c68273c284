import { afterEach, afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { school } from '#server/db/schema/index.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { asJsonLines, inventedSchools } from '#tests/support/content/invented-schools.ts'
import { importFile, operate } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  // Every file here is broken: not one of them may leave anything behind.
  expect(await database.db.$count(school)).toBe(0)
})
afterAll(() => database.close())

const schools = inventedSchools(40)
const withLine21 = (line: string) =>
  asJsonLines(schools)
    .split('\n')
    .map((text, at) => (at === 20 ? line : text))
    .join('\n')
const nothing = (count: number) => `${count} 个问题，没有保存任何内容`

test('a line that is no JSON names its file and line', async () => {
  const { exit, lines } = await importFile(database, '学校.jsonl', withLine21('{"name":"云汀学校","ci'))
  expect(exit).toBe(1)
  expect(lines).toEqual([expect.stringMatching(/^学校\.jsonl:21: 不是完整的 JSON 对象/), nothing(1)])
})

test('a wrong value names its file, line and field', async () => {
  const line = JSON.stringify({ ...schools[20], lat: 'north', city: 'atlantis' })
  const { exit, lines } = await importFile(database, 'schools.jsonl', withLine21(line))
  expect(exit).toBe(1)
  expect(lines).toEqual([
    expect.stringMatching(/^schools\.jsonl:21: city: 没有“atlantis”这个城市；可用：shenzhen\(深圳\)/),
    'schools.jsonl:21: lat: 应为 17 到 54 的数',
    nothing(2),
  ])
})

test.each([
  [{ name: '' }, 'name: 必填'],
  [{ city: undefined }, 'city: 必填'],
  [{ name: '长'.repeat(101) }, 'name: 最多 100 个字'],
  [{ name: '云\u0000汀' }, 'name: 含有无法识别的字符（可能是编码不对）'],
  [{ name: { zh: '云汀' } }, 'name: 应为文字'],
  [{ district: '南山区', city: 'beijing' }, 'district: 北京没有“南山区”这个区'],
  [{ stages: ['primary', 'college'] }, /^stages: 没有“college”；可用：kindergarten\(幼儿园\)/],
  [{ kind: '军事' }, /^kind: 没有“军事”/],
  [{ boarding: true }, /^boarding: 应为其中之一/],
  [{ tuition_min: 90_000, tuition_max: 80_000 }, 'tuition_max: 小于 tuition_min'],
  [{ tuition_min: -1 }, 'tuition_min: 应为 0 到 10000000 的整数'],
  [{ students: 12.5 }, 'students: 应为 0 到 100000 的整数'],
  [{ lat: 22.5, lng: undefined }, 'lng: lat 和 lng 要一起填'],
  [{ website: 'javascript:alert(1)' }, 'website: 应为网址，例如 https://www.example.cn'],
  [{ phone: '请加微信' }, 'phone: 不像电话号码'],
  [{ source_date: '2026-02-30' }, 'source_date: 应为日期，例如 2026-03-01'],
  [{ key: 'A', successor: 'A' }, 'successor: 不能是学校自己'],
  [{ successor: 'nobody' }, 'successor: 没有 key 为“nobody”的学校'],
  [{ tution_min: 5 }, 'tution_min: 没有这一列，是不是 tuition_min？'],
  [{ 校长: '某人' }, '校长: 没有这一列，请删去或改名（列名见说明文档）'],
  [JSON.parse('{"__proto__": {"name": "x"}}'), /^__proto__: 没有这一列/],
])('%j is refused', async (wrong: object, problem) => {
  const { exit, lines } = await importFile(database, 'a.jsonl', asJsonLines([{ ...schools[0], ...wrong }]))
  expect(exit).toBe(1)
  const said = lines.map((line) => line.replace('a.jsonl:1: ', ''))
  expect(said[0]).toMatch(problem)
  expect(said).toHaveLength(2)
})

test.each([
  ['news.jsonl', { city: '深圳', title: '招生简章' }, ['body: 必填', 'published_at: 必填']],
  ['open-days.jsonl', { city: '深圳', title: '开放日' }, ['starts_at: 必填', 'ends_at: 必填']],
  ['news.jsonl', { key: 'N-1', city: '深圳', body: '正文', published_at: '2026-03-01' }, ['title: 必填']],
  ['news.csv', 'city,title\n深圳,招生简章\n', ['body: 必填', 'published_at: 必填']],
])(
  'a new row of %s that leaves required columns out names its line and each of them',
  async (file, row, missing) => {
    const line = file.endsWith('.csv') ? 2 : 1
    const content = typeof row === 'string' ? row : JSON.stringify(row)
    const { exit, lines } = await importFile(database, file, content)
    expect(exit).toBe(1)
    expect(lines).toEqual([...missing.map((each) => `${file}:${line}: ${each}`), nothing(missing.length)])
  },
)

test('the first fifty problems are shown, and how many more there are', async () => {
  const rows = inventedSchools(70).map((row, at) => ({ ...row, kind: `第${at + 1}种` }))
  const { lines } = await importFile(database, 'a.jsonl', asJsonLines(rows))
  expect(lines).toHaveLength(52)
  expect(lines[49]).toMatch(/^a\.jsonl:50: kind: 没有“第50种”/)
  expect(lines.slice(50)).toEqual(['… 另有 20 条', nothing(70)])
})

test('what is wrong with one column of many rows is said once', async () => {
  const rows = inventedSchools(70).map((row) => ({ ...row, founded: 'long ago' }))
  const { lines } = await importFile(database, 'a.jsonl', asJsonLines(rows))
  expect(lines).toEqual([
    'a.jsonl:1: founded: 应为 1800 到 2100 的整数（第 1、2、3、4、5 行等 70 行都是这样）',
    nothing(1),
  ])
})

test('an unknown column is reported once, under the name that the file gives it', async () => {
  const csv = 'name,city,学 费,学生总人数\n云汀学校,深圳,1,2\n木棉学校,深圳,1,2\n'
  const { lines } = await importFile(database, 'a.csv', csv)
  expect(lines).toEqual([
    'a.csv:1: 学 费: 没有这一列，请删去或改名（列名见说明文档）',
    expect.stringMatching(/^a\.csv:1: 学生总人数: 没有这一列/),
    nothing(2),
  ])
})

test.each([
  [
    'a.csv',
    '校 名,区域,城市\n云汀学校,南山区,深圳\n木棉学校,南山区,深圳\n',
    ['a.csv:1: 区域: 没有这一列，请删去或改名（列名见说明文档）'],
  ],
  [
    'a.csv',
    '学校名,城市\n云汀学校,深圳\n木棉学校,深圳\n',
    [expect.stringMatching(/^a\.csv:1: 学校名: 没有这一列/)],
  ],
  ['a.csv', '城市\n深圳\n广州\n', ['a.csv:1: name: 必填']],
  ['a.csv', '校名,name,城市\n云汀学校,云汀学校,深圳\n', ['a.csv:1: name: 和“校名”是同一列，请只留一列']],
  [
    'news.csv',
    '标题,title,正文,发布时间\n甲,乙,正文,2026-03-01\n',
    ['news.csv:1: title: 和“标题”是同一列，请只留一列'],
  ],
  [
    'news.csv',
    '题目,正文,发布时间\n甲,正文,2026-03-01\n乙,正文,2026-03-01\n',
    ['news.csv:1: 题目: 没有这一列，请删去或改名（列名见说明文档）'],
  ],
  [
    'a.jsonl',
    '{"name":"云汀学校","校名":"云汀","city":"深圳"}\n{"name":"木棉学校","city":"深圳"}\n',
    ['a.jsonl:1: 校名: 和“name”是同一列，请只留一列'],
  ],
])('a wrong header of %s %j is one fault about the header', async (file, content, problems) => {
  const { exit, lines } = await importFile(database, file, content)
  expect({ exit, lines }).toEqual({ exit: 1, lines: [...problems, nothing(problems.length)] })
})

test('CSV problems name the line where the row begins, whatever stands in the rows before', async () => {
  const csv = [
    'name,city,about,students',
    '云汀学校,深圳,"第一行',
    '',
    '第四行",1',
    '',
    ',,,',
    '木棉学校,深圳,"两',
    '行",很多',
    '紫荆学校,深圳,"说""好""",1,多余',
    '青岚学校,深圳',
    '晴溪学校,深圳,a"b,1',
  ].join('\r\n')
  const { lines } = await importFile(database, 'a.csv', csv)
  expect(lines).toEqual([
    'a.csv:7: students: 应为 0 到 100000 的整数',
    'a.csv:9: 第 5 列没有列名；含逗号的内容要用双引号括起来',
    'a.csv:10: 只有 2 列，表头有 4 列',
    expect.stringMatching(/^a\.csv:11: CSV 格式不正确/),
    nothing(4),
  ])
})

test('a quote that is never closed names the line where it opens', async () => {
  const { lines } = await importFile(
    database,
    'a.csv',
    'name,city\n云汀学校,深圳\n"木棉学校,深圳\n紫荆学校,深圳\n',
  )
  expect(lines[0]).toMatch(/^a\.csv:3: CSV 格式不正确/)
})

const gb = Buffer.from('d4c6cda1', 'hex')
test.each([
  ['a.jsonl', Buffer.concat([Buffer.from('{"name":"'), gb]), /^a\.jsonl:1: 不是完整的 JSON 对象/],
  [
    'a.csv',
    Buffer.from([0xff, 0xfe, 0x6e, 0x00, 0xff, 0xff]),
    'a.csv:1: 没有一个认得的列名（列名见说明文档）',
  ],
  ['a.csv', Buffer.from([0xff, 0xfe, 0x00, 0xd8]), 'a.csv:1: 无法读取这个文件（有的字节不是这个文件的编码）'],
  ['a.json', '[{"name":"云汀学校","city":"深圳"}]', /^a\.json:1: 应为一个 JSON 对象/],
  ['a.jsonl', `{"name":"${'长'.repeat(1_500_000)}"}`, 'a.jsonl:1: 这一行超过 4 MB'],
  ['a.csv', '', 'a.csv:1: 没有表头'],
  ['a.csv', 'name,city,name\n云汀学校,深圳,木棉学校\n', 'a.csv:1: 列名重复：name'],
])('%s that cannot be read says so', async (name, content, problem) => {
  const { exit, lines } = await importFile(database, name, content)
  expect(exit).toBe(1)
  expect(lines[0]).toMatch(problem)
})

test.each([
  ['20,000 divisions', '<div>'.repeat(20_000)],
  ['quotations', `${'<blockquote>'.repeat(200)}x`],
  ['Markdown quotations', `${'> '.repeat(20_000)}x`],
  ['Markdown lists', `开头\n${'- '.repeat(20_000)}x`],
])(
  '%s inside one another are a problem of their row, the other rows are checked all the same',
  async (_what, body) => {
    const news = { city: 'shenzhen', title: '开学', published_at: '2026-03-01' }
    const rows = [news, { ...news, title: '深', body }, { ...news, title: '' }]
    const { exit, lines } = await importFile(database, 'news.jsonl', asJsonLines(rows))
    expect(exit).toBe(1)
    expect(lines).toEqual([
      'news.jsonl:2: body: 标签或引用、列表一层套一层，超过 100 层：请检查有没有漏写结束标签',
      'news.jsonl:3: title: 必填',
      nothing(2),
    ])
  },
)

test('a file that is not there, or not of a known kind, is named', async () => {
  expect(await operate(database, ['import', 'missing.jsonl'])).toEqual({
    exit: 1,
    lines: ['missing.jsonl: 无法读取'],
  })
  expect(await importFile(database, 'schools.doc', 'PK')).toEqual({
    exit: 1,
    lines: ['schools.doc: 不是 .jsonl、.ndjson、.json、.csv、.tsv、.txt 文件'],
  })
})

test('a wrong call prints the usage', async () => {
  for (const args of [['import'], ['import', '--force', 'a.csv'], ['import', '--entity', 'leads', 'a.csv']]) {
    const { exit, lines } = await operate(database, args)
    expect(exit).toBe(2)
    expect(lines.at(-1)).toMatch(/^用法: npm run import/)
  }
})

test.each([
  ['a.jsonl', '\n\n'],
  ['graduates.jsonl', ''],
  ['a.csv', 'name,city\n'],
])(
  '%s without rows, as an export writes a kind that has none, is accepted and reported',
  async (name, content) => {
    expect(await importFile(database, name, content)).toEqual({
      exit: 0,
      lines: [`${name}:1: 文件里没有数据`, '新增 0，修改 0，未变 0，合并 0'],
    })
  },
)
