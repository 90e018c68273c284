/** A table: the names of its columns, then its rows. */
export type Table = string[][]

/** Numbers from 0 up to 1, the same ones for a seed. */
export type Random = () => number

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** The bytes of each character of a double-byte encoding, read from its decoder. */
function encoderOf(encoding: 'gb18030' | 'big5'): (text: string) => Buffer | undefined {
  const decoder = new TextDecoder(encoding)
  const codes = new Map<string, [number, number]>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if (Array.from(character).length === 1 && character !== '\ufffd' && !codes.has(character))
        codes.set(character, [lead, trail])
    }
  return (text) => {
    const bytes: number[] = []
    for (const character of text) {
      const pair = codes.get(character)
      if (character < '\x80') bytes.push(character.charCodeAt(0))
      else if (pair === undefined) return undefined
      else bytes.push(...pair)
    }
    return Buffer.from(bytes)
  }
}

/** Encoders, which read their decoders once; undefined for a text that an encoding cannot write. */
export const encode = { gb18030: encoderOf('gb18030'), big5: encoderOf('big5') }

const decode = (bytes: Buffer | undefined, encoding: string) =>
  bytes === undefined ? undefined : new TextDecoder(encoding).decode(bytes)

/** What spreadsheets and programs leave in a cell. */
const debris =
  '#N/A #REF! #NAME? #VALUE! #DIV/0! #NUM! #NULL! #SPILL! ##### null NULL (null) undefined nan NaN None N/A \\N ? ??? ___ …… 1.38001E+10 8.9E+19 3月12日 12-Mar Mar-12 锟斤拷'.split(
    ' ',
  )

/** How a cell is written otherwise: one that is read rightly or refused, never stored as something else. */
const cellChanges: Readonly<Record<string, (cell: string, random: Random) => string | undefined>> = {
  debris: (_cell, random) => pick(random, debris),
  'spaces around': (cell, random) => {
    const space = pick(random, [' ', '\u3000', '\u00a0', '\u200b', '\ufeff', '  '])
    return `${space}${cell}${space}`
  },
  'an invisible sign within': (cell) => `${cell.slice(0, 1)}\u200b${cell.slice(1)}`,
  'decomposed characters': (cell) => (cell.normalize('NFD') === cell ? undefined : cell.normalize('NFD')),
  'a number with .0': (cell) => (/^\d+$/.test(cell) ? `${cell}.0` : undefined),
  'an apostrophe before digits': (cell) => (/^\d+$/.test(cell) ? `'${cell}` : undefined),
  'full-width digits': (cell) =>
    /^[\d:-]+$/.test(cell)
      ? cell.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
      : undefined,
  'E notation': (cell) =>
    /^\d{5,}$/.test(cell) ? Number(cell).toExponential(5).replace('e+', 'E+') : undefined,
  'a lost zero': (cell) => (/^0\d{2,3}-/.test(cell) ? cell.slice(1) : undefined),
  'a lost zero and no hyphen': (cell) =>
    /^0\d{2,3}-/.test(cell) ? cell.slice(1).replace('-', '') : undefined,
  thousands: (cell) => (/^\d{4,6}$/.test(cell) ? cell.replace(/(\d{3})$/, ',$1') : undefined),
  'points for thousands': (cell) =>
    /^[1-9]\d{3,5}$/.test(cell) ? cell.replace(/(\d{3})$/, '.$1') : undefined,
  'a comma for decimals': (cell) => (/^\d+\.\d万$/.test(cell) ? cell.replace('.', ',') : undefined),
  'an amount in words': (cell, random) =>
    /^\d{2,3}000$/.test(cell)
      ? pick(random, [`¥${cell}`, `${cell}元/年`, `RMB ${cell}`, `${cell} 元`, `${Number(cell) / 10_000}万`])
      : undefined,
  'a space within digits': (cell) =>
    /^\d{5,}$/.test(cell) ? `${cell.slice(0, 3)} ${cell.slice(3)}` : undefined,
  'another form of a time': (cell, random) => {
    const [, year, month, day, clock] = /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)$/.exec(cell) ?? []
    if (year === undefined) return undefined
    return pick(random, [
      `${year}/${Number(month)}/${Number(day)} ${clock}`,
      `${year}年${Number(month)}月${Number(day)}日 ${clock}`,
      `${year}-${month}-${day}T${clock}:00+08:00`,
      `${month}/${day}/${year} ${clock}`,
      `${Number(day)}/${Number(month)}/${year?.slice(2)} ${clock}`,
      `46361.58333`,
    ])
  },
  'another word': (cell, random) => {
    const words: Readonly<Record<string, readonly string[]>> = {
      小学: ['primary', '小學', 'g1-g6', '一年级至六年级', '1–6年级', 'Primary School', ' 小 学 '],
      初中: ['middle', '初一至初三', 'G7-G9', '初中部', '七年级到九年级'],
      民办学校: ['private', '民辦學校', '私立', 'PRIVATE', '民办'],
      走读: ['day', '走讀', 'Day School', '不住校'],
      深圳: ['深圳市', 'Shenzhen', 'SHENZHEN', '4403', '440300'],
      南山区: ['南山', '南山區', 'nanshan', '深圳市南山区'],
    }
    return words[cell] === undefined ? undefined : pick(random, words[cell])
  },
  'UTF-8 read as GBK': (cell) => (isChinese(cell) ? decode(Buffer.from(cell), 'gb18030') : undefined),
  'UTF-8 read as Windows-1252': (cell) =>
    isChinese(cell) ? Buffer.from(cell).toString('latin1') : undefined,
  'GBK read as Windows-1252': (cell) =>
    isChinese(cell) ? encode.gb18030(cell)?.toString('latin1') : undefined,
  'Big5 read as GBK': (cell) => (isChinese(cell) ? decode(encode.big5(cell), 'gb18030') : undefined),
  'a lost character': (cell) =>
    isChinese(cell) ? cell.replace(/\p{Script=Han}(?=\p{Script=Han})/u, '?') : undefined,
  'all characters lost': (cell) => (isChinese(cell) ? cell.replace(/[^\p{ASCII}]/gu, '?') : undefined),
  'a day for a place': (cell, random) =>
    isChinese(cell) ? pick(random, ['2026-03-12', '2026/3/12', '2026年3月12日']) : undefined,
  'a line break': (cell) => (isChinese(cell) ? `${cell.slice(0, 1)}\n${cell.slice(1)}` : undefined),
}

/** A text of Chinese characters alone, at least two. */
const isChinese = (cell: string) => /^\p{Script=Han}{2,}$/u.test(cell)

const traditional: Readonly<Record<string, string>> = {
  电话: '電話',
  学校编号: '學校編號',
  区: '區',
  学段: '學段',
  开始时间: '開始時間',
  线路: '線路',
  人数: '人數',
}

const headerChanges: Readonly<Record<string, (name: string, random: Random) => string | undefined>> = {
  'marks around a name': (name, random) =>
    pick(random, [
      ` ${name} `,
      `*${name}`,
      `${name}：`,
      `${name}（必填）`,
      `\ufeff${name}`,
      `${name}\u200b`,
      name.toUpperCase(),
    ]),
  'a full-width name': (name) =>
    /^[a-z]+$/.test(name)
      ? name.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
      : undefined,
  'a traditional name': (name) => traditional[name],
  'spaces within a name': (name) => (isChinese(name) ? name.split('').join(' ') : undefined),
  'a misspelt name': (name) => `${name}栏`,
  'an unknown name': () => '备忘',
}

/** Changes of a whole table. */
const tableChanges: Readonly<Record<string, (table: Table, random: Random) => Table>> = {
  'other order of columns': ([head = [], ...rows], random) => {
    if (rows.some(({ length }) => length !== head.length)) return [head, ...rows]
    const order = head.map((_, at) => ({ at, key: random() })).toSorted((a, b) => a.key - b.key)
    return [head, ...rows].map((row) => order.map(({ at }) => row[at] ?? ''))
  },
  'a further column': ([head = [], ...rows]) => [[...head, '备忘'], ...rows.map((row) => [...row, '好'])],
  'a doubled column': ([head = [], ...rows]) => [
    [...head, head[0] ?? ''],
    ...rows.map((row) => [...row, row[0] ?? '']),
  ],
  'blank columns': (table) => table.map((row) => [...row, '', '']),
  'blank rows': ([head = [], ...rows]) => [head, head.map(() => ''), ...rows, head.map(() => '')],
  'a title above': (table) => [['2026 年汇总表', ...(table[0] ?? []).slice(1).map(() => '')], ...table],
  'a title of one cell': (table) => [['制表：教务处'], [], ...table],
  'a sum below': (table) => [...table, ['合计', ...(table[0] ?? []).slice(1).map(() => '')]],
  'a row above the header': ([head = [], first = [], ...rows]) => [first, head, ...rows],
  'the header twice': ([head = [], ...rows]) => [head, ...rows.slice(0, 1), head, ...rows.slice(1)],
  'a short row': ([head = [], first = [], ...rows]) => [head, first.slice(0, -1), ...rows],
  'a long row': ([head = [], first = [], ...rows]) => [head, [...first, '多'], ...rows],
  'shifted cells': ([head = [], first = [], ...rows]) => [head, ['', ...first.slice(0, -1)], ...rows],
}

/** How a table is written. */
const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || /["\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
const write = (table: Table, separator: string) =>
  table.map((row) => row.map((cell) => quoted(cell, separator)).join(separator)).join('\n') + '\n'

const textForms: Readonly<Record<string, (table: Table) => string>> = {
  commas: (table) => write(table, ','),
  semicolons: (table) => write(table, ';'),
  tabs: (table) => write(table, '\t'),
  bars: (table) => write(table, '|'),
  'full-width commas': (table) => write(table, '，'),
  'sep=': (table) => `sep=;\n${write(table, ';')}`,
  'lines of Windows': (table) => write(table, ',').replaceAll('\n', '\r\n'),
  'quotes everywhere': (table) =>
    table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n'),
  'commas without quotes': (table) => table.map((row) => row.join(',')).join('\n'),
}

const encodings: Readonly<Record<string, (text: string) => Buffer | undefined>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 without a mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16 of the other order': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  GB18030: encode.gb18030,
  Big5: encode.big5,
  'Windows-1252': (text) => Buffer.from(text.replace(/[^\0-\xff]/gu, '?'), 'latin1'),
  'UTF-8 as GBK as UTF-8': (text) => Buffer.from(new TextDecoder('gb18030').decode(Buffer.from(text))),
  'UTF-8 as Windows-1252 as UTF-8': (text) => Buffer.from(Buffer.from(text).toString('latin1')),
  'UTF-8 with one broken byte': (text) => {
    const bytes = Buffer.from(text)
    const at = bytes.findLastIndex((byte) => byte > 0xe0)
    return at < 0 ? undefined : Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
  },
}

/** A table as somebody may bring it, and what was done to it. */
export type Mutation = { what: string[]; bytes: Buffer }

/** Changes a table in one to three ways, of its cells, header, rows, separators or encoding. */
export function mutate(table: Table, random: Random): Mutation {
  const what: string[] = []
  let changed = table.map((row) => [...row])
  const named = <T>(changes: Readonly<Record<string, T>>): [string, T] =>
    pick(random, Object.entries(changes))
  const times = 1 + Math.floor(random() * 3)
  let form = textForms['commas']
  let encoding = encodings['UTF-8']
  for (let time = 0; time < times; time += 1) {
    const kind = random()
    if (kind < 0.45) {
      const [name, change] = named(cellChanges)
      const line = 1 + Math.floor(random() * (table.length - 1))
      const row = changed[line]
      const at = Math.floor(random() * (row?.length ?? 0))
      const cell = row?.[at]
      const given = cell === undefined || cell === '' ? undefined : change(cell, random)
      if (row === undefined || given === undefined) continue
      row[at] = given
      what.push(`${name} in ${line}/${at}`)
    } else if (kind < 0.6) {
      const [name, change] = named(headerChanges)
      const head = changed[0]
      const at = Math.floor(random() * (head?.length ?? 0))
      const given = change(head?.[at] ?? '', random)
      if (head === undefined || given === undefined) continue
      head[at] = given
      what.push(`${name} of ${at}`)
    } else if (kind < 0.75) {
      const [name, change] = named(tableChanges)
      changed = change(changed, random)
      what.push(name)
    } else if (kind < 0.87) {
      const [name, given] = named(textForms)
      form = given
      what.push(name)
    } else {
      const [name, given] = named(encodings)
      encoding = given
      what.push(name)
    }
  }
  const text = form?.(changed) ?? ''
  return { what, bytes: encoding?.(text) ?? Buffer.from(text) }
}
