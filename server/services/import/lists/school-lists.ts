import { z } from 'zod'
import {
  feePayers,
  identities,
  recordKinds,
  stepKinds,
  verdicts,
} from '#server/contract/child/entry-terms.ts'
import { busLinesOf } from '#server/contract/child/bus-lines.ts'
import * as contract from '#server/contract/child/school-entry.ts'
import type { GradeRange } from '#server/contract/grades.ts'
import { listTables, type ListName, type ListRows, type SchoolLists } from '#server/db/import/school-lists.ts'
import { listCell, yesOrNo } from '../rows/typed-cells.ts'
import type { ContentColumn } from '../content/content-entity.ts'
import { cell, day, decimal, line, money, requiredValue, term, texts, wholeNumber } from '../rows/cells.ts'
import { gradesCell, gradesText, schoolYearCell, timeCell } from './grade-cells.ts'
import {
  eligibilityFaults,
  entryFaults,
  stepFaults,
  stopFaults,
  tuitionFaults,
  type ListFault,
} from './list-checks.ts'

/** A list of a school: a column of its file, and a file of its own with a row for each entry. */
export type ListDefinition<Row> = {
  /** The column in the files of schools. */
  column: string
  chinese: string
  /** What the names of its own files begin with. */
  file: string
  /** Columns of its own files; entries of the column have the same fields, but for the stops of a bus. */
  fields: readonly ContentColumn[]
  row: z.ZodType<Row>
  /** A file of its own replaces what is stored of the school years that it names; else the whole list. */
  perYear: boolean
  /** Puts rows into the order in which they are stored; as given when left out. */
  arrange?: (rows: readonly Row[]) => Row[]
  faults: (rows: readonly Row[]) => ListFault[]
  example: string
}

const field = (name: string, chinese: string, schema: z.ZodType, needed = false): ContentColumn => ({
  name,
  chinese,
  schema,
  needed,
})

const mostMoney = 10_000_000
const sourced = [field('source', '来源', line(200)), field('source_date', '来源日期', day)]
const note = field('note', '备注', line(300))
const grades = (needed: boolean) => field('grades', '年级', gradesCell, needed)
const year = (needed: boolean) => field('year', '学年', schoolYearCell, needed)
const tuition = money(mostMoney, 100)
const latitude = field('lat', '纬度', decimal(17, 54, 6))
const longitude = field('lng', '经度', decimal(73, 136, 6))
const leaves = field('time', '上车时间', timeCell)
const price = field('price', '年费', money(1_000_000, 100))

const paid = z.preprocess(
  (given) =>
    given === '每年' || given === '年' ? 'year' : given === '一次' || given === '一次性' ? 'once' : given,
  z.enum(['year', 'once'], '应为 year（每年）或 once（一次）'),
)
const refundable = z.preprocess(
  (given) =>
    given === '未知' || given === 'unknown'
      ? undefined
      : given === '可退'
        ? true
        : given === '不退'
          ? false
          : given,
  yesOrNo.optional(),
)
const address = line(300).refine(
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  '应为网址，例如 https://www.example.cn',
)

const byYear = (one: { school_year?: number | undefined }, other: { school_year?: number | undefined }) =>
  (other.school_year ?? 0) - (one.school_year ?? 0)
const byGrade = (one: { from_grade?: number | undefined }, other: { from_grade?: number | undefined }) =>
  (one.from_grade ?? -9) - (other.from_grade ?? -9)
const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other))
const placeIn = (terms: readonly { slug: string }[], slug: string) =>
  terms.findIndex((one) => one.slug === slug)

/** The lists of a school, in the order of their columns. */
export const listDefinitions: { [Name in ListName]: ListDefinition<ListRows[Name]> } = {
  tuition: {
    column: 'tuition',
    chinese: '学费明细',
    file: 'tuition',
    fields: [
      grades(true),
      year(true),
      field('day', '走读学费', tuition),
      field('boarding', '住校学费', tuition),
      ...sourced,
    ],
    row: contract.tuitionFee,
    perYear: true,
    arrange: (rows) => rows.toSorted((one, other) => byYear(one, other) || byGrade(one, other)),
    faults: tuitionFaults,
    example: '[{"grades":"g1-g6","year":2026,"day":128000,"boarding":148000}]',
  },
  fees: {
    column: 'fees',
    chinese: '其他费用',
    file: 'fees',
    fields: [
      field('label', '名称', line(60), true),
      field('amount', '金额', wholeNumber(0, mostMoney), true),
      field('per', '周期', paid),
      field(
        'applies_to',
        '收费对象',
        term(feePayers, { everybody: ['全部', '所有人'], boarders: ['寄宿生', '住宿生'], bus: ['校车'] }),
      ),
      field('refundable', '可退', refundable),
      field('note', '备注', line(200)),
    ],
    row: contract.schoolFee,
    perYear: false,
    faults: () => [],
    example: '[{"label":"报名费","amount":2000,"per":"once"}]',
  },
  entry_grades: {
    column: 'entry_grades',
    chinese: '招生年级',
    file: 'entry-grades',
    fields: [
      grades(true),
      year(false),
      field('places', '学位数', wholeNumber(0, 100_000)),
      field('tests', '测评科目', texts(60)),
      field('languages', '测评语言', texts(40)),
      field('documents', '材料', texts(100)),
      note,
      ...sourced,
    ],
    row: contract.entryGrade,
    perYear: true,
    arrange: (rows) => rows.toSorted((one, other) => byYear(one, other) || byGrade(one, other)),
    faults: entryFaults,
    example: '[{"grades":"g1","year":2027,"places":120,"tests":["面谈"]}]',
  },
  eligibility: {
    column: 'eligibility',
    chinese: '招生对象',
    file: 'eligibility',
    fields: [
      field(
        'identity',
        '身份',
        term(identities, {
          mainland: ['内地', '大陆', '中国籍', '中国内地', '内地户口'],
          foreign: ['外籍', '外国籍'],
          hmt: ['港澳台居民', '港澳台籍'],
          overseas: ['华侨子女'],
        }),
        true,
      ),
      field(
        'verdict',
        '能否报名',
        term(verdicts, {
          yes: ['是', '可以', '能报', '招收'],
          conditional: ['有条件招收', '视情况', '要确认'],
          no: ['否', '不可以', '不招收', '不招'],
        }),
        true,
      ),
      field('condition', '条件', line(300)),
      grades(false),
      ...sourced,
    ],
    row: contract.eligibility,
    perYear: false,
    arrange: (rows) =>
      rows.toSorted(
        (one, other) =>
          placeIn(identities, one.identity) - placeIn(identities, other.identity) || byGrade(one, other),
      ),
    faults: eligibilityFaults,
    example: '[{"identity":"hmt","verdict":"conditional","condition":"…"}]',
  },
  admission_steps: {
    column: 'admission_steps',
    chinese: '招生日程',
    file: 'admission-steps',
    fields: [
      field(
        'kind',
        '事项',
        term(stepKinds, {
          open: ['报名开始', '开放报名'],
          close: ['截止报名', '截止'],
          assessment: ['测评', '面试', '入学评估', '评估'],
          result: ['放榜', '录取通知', '公布录取'],
          payment: ['交费', '注册缴费'],
        }),
        true,
      ),
      year(true),
      grades(false),
      field('round', '批次', line(40)),
      field('date', '日期', day, true),
      field('end_date', '结束日期', day),
      note,
      ...sourced,
    ],
    row: contract.admissionStep,
    perYear: true,
    arrange: (rows) =>
      rows.toSorted(
        (one, other) =>
          byYear(one, other) ||
          byText(one.date, other.date) ||
          placeIn(stepKinds, one.kind) - placeIn(stepKinds, other.kind) ||
          byGrade(one, other),
      ),
    faults: stepFaults,
    example: '[{"kind":"open","year":2027,"date":"2026-12-01"}]',
  },
  bus_stops: {
    column: 'bus_lines',
    chinese: '校车线路',
    file: 'bus-lines',
    fields: [
      field('line', '线路', line(60), true),
      { ...field('stop', '站点', line(100), true), sql: 'name' },
      leaves,
      latitude,
      longitude,
      price,
      note,
      ...sourced,
    ],
    row: contract.busStop,
    perYear: false,
    arrange: (rows) =>
      [...new Set(rows.map((stop) => stop.line))].flatMap((own) => rows.filter((stop) => stop.line === own)),
    faults: stopFaults,
    example: '[{"name":"1 号线","stops":[{"stop":"海上世界站","time":"06:50","price":9800}]}]',
  },
  records: {
    column: 'records',
    chinese: '办学记录',
    file: 'records',
    fields: [
      field(
        'kind',
        '类别',
        term(recordKinds, {
          licence: ['办学许可证', '许可'],
          operator: ['举办者变更'],
          inspection: ['年度检查', '年检结果'],
          rename: ['名称变更', '改名'],
          suspension: ['暂停招生', '停止招生', '停办'],
        }),
        true,
      ),
      field('date', '日期', day, true),
      field('detail', '内容', line(500), true),
      field('source', '来源', line(200), true),
      field('url', '来源网址', address),
    ],
    row: contract.schoolRecord,
    perYear: false,
    arrange: (rows) => rows.toSorted((one, other) => byText(other.date, one.date)),
    faults: () => [],
    example: '[{"kind":"licence","date":"2025-08-01","detail":"…","source":"教育局公告"}]',
  },
}

/** Names of the lists in the order of their columns. */
export const listNames: readonly ListName[] = listTables.map(({ name }) => name)

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const isRange = (value: unknown): value is GradeRange => isFields(value) && 'from' in value

/** A row as it is stored, from the fields of an entry or of a file's row that are each in order. */
export function rowOf<Name extends ListName>(name: Name, given: Fields): ListRows[Name] {
  const definition: ListDefinition<ListRows[Name]> = listDefinitions[name]
  const columns = new Map(definition.fields.map(({ name: own, sql = own }) => [own, sql]))
  const stated = Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return []
    if (key === 'grades' && isRange(value))
      return [
        ['from_grade', value.from],
        ['to_grade', value.to],
      ]
    const column = key === 'year' ? 'school_year' : columns.get(key)
    return column === undefined ? [] : [[column, value]]
  })
  return definition.row.parse({ ...(name === 'fees' ? { per: 'year' } : {}), ...Object.fromEntries(stated) })
}

/** An entry as files state it; for a bus a row of its file, with the line at each stop. */
export function fieldsOfRow(name: ListName, row: Fields): Record<string, unknown> {
  const { from_grade: from, to_grade: to, school_year: schoolYear } = row
  const given: [string, unknown][] = listDefinitions[name].fields.map(({ name: own, sql = own }) => [
    own,
    own === 'grades'
      ? typeof from === 'number' && typeof to === 'number'
        ? gradesText({ from, to })
        : undefined
      : own === 'year'
        ? schoolYear
        : row[sql],
  ])
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null))
}

/** A list as the column of a school's file states it. */
export function entriesOf(name: ListName, lists: SchoolLists): object[] {
  if (name !== 'bus_stops') return lists[name].map((row) => fieldsOfRow(name, row))
  return busLinesOf(lists.bus_stops).map(({ stops, ...said }) => ({
    ...said,
    stops: stops.map(({ name: stop, ...others }) => ({ stop, ...others })),
  }))
}

/** The rows of a list in the order in which they are stored. */
export function inOrder<Name extends ListName>(
  name: Name,
  rows: readonly ListRows[Name][],
): ListRows[Name][] {
  const { arrange }: ListDefinition<ListRows[Name]> = listDefinitions[name]
  return arrange === undefined ? [...rows] : arrange(rows)
}

const object = (fields: readonly ContentColumn[]) =>
  z.strictObject(
    Object.fromEntries(
      fields.map(({ name, schema, needed = false }) => [name, needed ? requiredValue(schema) : cell(schema)]),
    ),
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? `没有 ${issue.keys.join('、')} 这一项` : '应为 {…} 这样的一项',
    },
  )

const stopEntry = object([field('stop', '站点', line(100), true), leaves, latitude, longitude, price])
const stops = z.array(stopEntry, '应为站点的列表').min(1, '至少一个站点').max(100, '最多 100 个站点')
const lineEntry = object([field('name', '线路', line(60), true), note, ...sourced])
/** A line with its stops: the rows of a bus's own file. */
const busEntry = z
  .object({ stops: z.unknown() })
  .catchall(z.unknown())
  .transform(({ stops: given, ...said }) => ({ said, stops: given }))
  .pipe(z.object({ said: lineEntry, stops }))

/** The column of a list in a school's file: gives its rows as they are stored. */
export function listColumn<Name extends ListName>(name: Name) {
  const { fields, example }: ListDefinition<ListRows[Name]> = listDefinitions[name]
  return listCell(object(fields), example).transform((entries, context) =>
    checkedRows(
      name,
      entries.map((entry) => rowOf(name, entry)),
      context,
    ),
  )
}

/** The column of the bus lines, whose entries hold their stops. */
export const busColumn = listCell(busEntry, listDefinitions.bus_stops.example).transform((entries, context) =>
  checkedRows(
    'bus_stops',
    entries.flatMap(({ said: { name: own, ...said }, stops: given }) =>
      given.map((stop) => rowOf('bus_stops', { ...said, line: own, ...stop })),
    ),
    context,
  ),
)

function checkedRows<Name extends ListName>(
  name: Name,
  rows: readonly ListRows[Name][],
  context: z.RefinementCtx,
): ListRows[Name][] {
  const { faults }: ListDefinition<ListRows[Name]> = listDefinitions[name]
  for (const { at, field: path, message } of faults(rows)) {
    context.addIssue({ code: 'custom', path: name === 'bus_stops' ? [] : [at, path], message })
  }
  return inOrder(name, rows)
}
