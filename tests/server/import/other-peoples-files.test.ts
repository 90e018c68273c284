import { describe, expect, test } from 'vitest'
import { guestFileColumns, guestRowReader } from '#server/services/check-ins/guest-row.ts'
import { Problems } from '#server/services/content/import/problems.ts'
import { readRawRows } from '#server/services/content/import/rows/read-rows.ts'

/** The guests of a file as a list stores them, or what is said of it. */
async function guestsOf(name: string, bytes: Uint8Array | string) {
  const problems = new Problems()
  const read = guestRowReader(problems, { kind: 'parent', city: '4403' })
  const file = { name, bytes: Buffer.from(bytes) }
  const guests: unknown[] = []
  for await (const raw of readRawRows(file, { columns: guestFileColumns, problems })) {
    const found = read(raw)
    if (found !== undefined) guests.push([found.guest.name, found.guest.phone])
  }
  return problems.count > 0 ? problems.lines() : guests
}

const two = [
  ['王甲', '+8613800138401'],
  ['李乙', '+8613800138402'],
]
const table = '姓名,电话\n王甲,13800138401\n李乙,13800138402\n'
const tabbed = table.replaceAll(',', '\t')
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

// Reported at objectstack-ai/objectui#2556 (GBK), keymanapp/keyman#2001 and microsoft/vscode-mssql#774 (UTF-16), dust-tt/dust#27143
// (Windows-1252), dotCMS/core#36508 (byte order mark).
describe('a table is read in the encoding that it has', () => {
  test.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${table}`)],
    [
      'GB18030',
      Buffer.from(
        'd0d5c3fb2cb5e7bbb00acdf5bcd72c31333830303133383430310ac0eed2d22c31333830303133383430320a',
        'hex',
      ),
    ],
    ['UTF-16 with a mark, as Excel saves “Unicode 文本”', utf16(`\ufeff${tabbed}`)],
    ['UTF-16 without a mark', utf16(tabbed)],
    ['UTF-16 of the other byte order', Buffer.from(utf16(`\ufeff${tabbed}`)).swap16()],
    ['the same without a mark', Buffer.from(utf16(table)).swap16()],
  ])('%s', async (_what, bytes) => {
    expect(await guestsOf('名单.csv', bytes)).toEqual(two)
  })

  test('Big5, also of a file with an English header', async () => {
    const big5 = Buffer.from(
      '6e616d652c70686f6e650ab3afa46aa4e52c38353239313233343536370ab6c0acfcacc22c38353239313233343536380a',
      'hex',
    )
    expect(await guestsOf('guests.csv', big5)).toEqual([
      ['陳大文', '+85291234567'],
      ['黃美玲', '+85291234568'],
    ])
  })

  test.each([
    ['Windows-1252', Buffer.from('name,phone\nGonz\xe1lez,13800138401\n', 'latin1'), /认不出文字的编码/],
    [
      'two files in one',
      Buffer.concat([Buffer.from(table), Buffer.from('d5c5b1fb2c31330a', 'hex')]),
      /^名单\.csv:4: 这一行的编码和别的行不一样/,
    ],
    ['a workbook', Buffer.from('504b030414000600', 'hex'), /另存为.*CSV UTF-8/],
    ['a workbook of before', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /另存为.*CSV UTF-8/],
    ['a page called .xls', '<html><table><tr><td>姓名</td></tr></table>', /网页或 XML/],
  ])('%s is refused with what to do', async (_what, bytes, words) => {
    const [line, ...more] = await guestsOf('名单.csv', bytes)
    expect([line, more]).toEqual([expect.stringMatching(words), []])
  })
})

// Reported at KAMRONBEK/talim-ai#48 (semicolons), shancarter/mr-data-converter#52 (sep=), Data-Liberation-Front/csvlint.io#107
// (titles), kartoza/prj.app#1149 (spaces in headers).
test.each([
  ['semicolons', table.replaceAll(',', ';')],
  ['tabs', tabbed],
  ['bars', table.replaceAll(',', '|')],
  ['full-width commas', table.replaceAll(',', '，')],
  ['sep=', `sep=;\n${table.replaceAll(',', ';')}`],
  ['a title above', `2026 年秋季开放日名单,\n\n${table}`],
  ['a title without cells', `开放日名单\n${table}`],
  ['traditional headers', table.replace('电话', '電話')],
  ['marks around headers', table.replace('姓名,电话', '*姓名：,\u200b电话（必填）')],
  ['JSON lines', '{"姓名":"王甲","电话":"13800138401"}\n{"name":"李乙","phone":13800138402}\n'],
])('a table with %s is read', async (_what, text) => {
  expect(await guestsOf('名单.csv', text)).toEqual(two)
})

test('cells of a spreadsheet are pasted as they are', async () => {
  const text = '姓名\t电话\n"引号", 乙\t13800138401\n5" 屏\t13800138402\n"两\n行"\t13800138403'
  expect(await guestsOf('粘贴的名单.csv', text)).toEqual([expect.stringContaining('4: 姓名: 单元格里有换行')])
  expect(await guestsOf('粘贴的名单.csv', text.replace('两\n行', '两行'))).toEqual([
    ['"引号", 乙', '+8613800138401'],
    ['5" 屏', '+8613800138402'],
    ['两行', '+8613800138403'],
  ])
})

test('a row above the header that may be a guest is not left out', async () => {
  const lines = await guestsOf('名单.csv', '王甲,13800138401\n姓名,电话\n李乙,13800138402\n')
  expect(lines).toContainEqual(expect.stringMatching(/^名单\.csv:1: 王甲: 没有这一列/))
})

describe('what only a program writes is no text', () => {
  test.each([
    ['#N/A', /出错提示/],
    ['#REF!', /出错提示/],
    ['#NAME?', /出错提示/],
    ['＃VALUE!', /出错提示/],
    ['######', /出错提示/],
    ['null', /没有就留空/],
    ['undefined', /没有就留空/],
    ['nan', /没有就留空/],
    ['??', /在保存时丢了/],
    ['____', /在保存时丢了/],
    ['……', /不是文字/],
    ['1.38001E+10', /科学记数法/],
    ['3月12日', /变成了日期/],
    ['2026-03-12', /是日期/],
    ['张?', /生僻字/],
    ['锟斤拷锟斤拷', /已经损坏/],
    ['鐜嬬敳', /原来可能是“王甲”/],
    ['çŽ‹ç”²', /原来可能是“王甲”/],
    ['GonzÃ¡lez', /原来可能是“González”/],
    ['Gonz谩lez', /原来可能是“González”/],
    ['朝ゅ', /原来可能是“陳文”/],
  ])('%s', async (name, words) => {
    const lines = await guestsOf('名单.csv', `姓名,电话\n"${name}",13800138401\n`)
    expect(lines).toEqual([expect.stringMatching(words)])
  })

  test.each([
    'Null',
    'Nan',
    '喆',
    '𠮷田',
    '李浣溪',
    'Zoë',
    'Nguyễn Thị',
    '濮阳滢',
    '陳偉強',
    "O'Neil",
    '王·买买提',
  ])('%s is a name', async (name) => {
    expect(await guestsOf('名单.csv', `姓名,电话\n${name},13800138401\n`)).toEqual([[name, '+8613800138401']])
  })
})
