import { z } from 'zod'
import {
  feePayers,
  feePeriods,
  identities,
  recordKinds,
  stepKinds,
  verdicts,
} from '#server/contract/child/entry-terms.ts'
import { schoolStatement } from '#server/contract/catalogue/fact-statements.ts'
import * as contract from '#server/contract/child/school-entry.ts'
import {
  factTerms,
  schoolColumns,
  statedFacts,
  type StatedFact,
} from '#server/contract/catalogue/school-columns.ts'
import { sourceKinds, yesAndNo } from '#server/contract/vocabulary.ts'
import { listTables, type ListName, type ListRows } from '#server/db/content/school-lists.ts'
import type { ContentColumn } from '../content/content-entity.ts'
import { address, line, term, termsOf, texts, wholeNumber } from '../rows/cells.ts'
import {
  eligibilityFaults,
  entryFaults,
  statementFaults,
  stepFaults,
  stopFaults,
  tuitionFaults,
  type ListFault,
} from './list-checks.ts'
import {
  dayField,
  field,
  figure,
  mostMoney,
  sourced,
  note,
  grades,
  year,
  tuition,
  latitude,
  longitude,
  leaves,
  price,
  paid,
  refundable,
} from './list-columns.ts'

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

const statedFactsCell = termsOf(factTerms).refine((facts) => facts.length > 0, '必填')
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
    chinese: schoolColumns.tuition.header,
    file: 'tuition',
    fields: [
      grades(true),
      year(true),
      figure('day', '走读学费', tuition, '元 / 年'),
      figure('boarding', '住校学费', tuition, '元 / 年'),
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
    chinese: schoolColumns.fees.header,
    file: 'fees',
    fields: [
      field('label', '名称', line(60), true),
      figure('amount', '金额', wholeNumber(0, mostMoney), '元', true),
      field('per', '周期', paid, false, { terms: feePeriods }),
      field(
        'applies_to',
        '收费对象',
        term(feePayers, { everybody: ['全部', '所有人'], boarders: ['寄宿生', '住宿生'], bus: ['校车'] }),
        false,
        { terms: feePayers },
      ),
      field('refundable', '可退', refundable, false, { terms: yesAndNo }),
      field('note', '备注', line(200)),
    ],
    row: contract.schoolFee,
    perYear: false,
    faults: () => [],
    example: '[{"label":"报名费","amount":2000,"per":"once"}]',
  },
  entry_grades: {
    column: 'entry_grades',
    chinese: schoolColumns.entry_grades.header,
    file: 'entry-grades',
    fields: [
      grades(true),
      year(false),
      figure('places', '学位数', wholeNumber(0, 100_000), '个'),
      field('tests', '测评科目', texts(60), false, { hint: '几项用 | 分开' }),
      field('languages', '测评语言', texts(40), false, { hint: '几种用 | 分开' }),
      field('documents', '材料', texts(100), false, { hint: '几项用 | 分开' }),
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
    chinese: schoolColumns.eligibility.header,
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
        { terms: identities },
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
        { terms: verdicts },
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
    chinese: schoolColumns.admission_steps.header,
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
        { terms: stepKinds },
      ),
      year(true),
      grades(false),
      field('round', '批次', line(40)),
      dayField('date', '日期', true),
      dayField('end_date', '结束日期'),
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
    chinese: schoolColumns.bus_lines.header,
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
    chinese: schoolColumns.records.header,
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
        { terms: recordKinds },
      ),
      dayField('date', '日期', true),
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
  statements: {
    column: 'statements',
    chinese: schoolColumns.statements.header,
    file: 'statements',
    fields: [
      field('facts', '事实', statedFactsCell, true, { hint: '几项用 | 分开，如 学费|地址' }),
      field('value', '另一种说法', line(500), false, { hint: '只写一项时' }),
      field('source_kind', schoolColumns.source_kind.header, term(sourceKinds), false, {
        terms: sourceKinds,
      }),
      field('source', schoolColumns.source.header, line(200)),
      field('source_url', schoolColumns.source_url.header, address),
      dayField('source_date', schoolColumns.source_date.header),
      dayField('received_on', '收到日期'),
      dayField('checked_on', '核对日期'),
      field('checked_by', '核对人', line(60)),
    ],
    row: schoolStatement,
    perYear: false,
    faults: statementFaults,
    example: '[{"facts":["address","phone"],"source":"教育局名录","source_kind":"official"}]',
  },
}

/** Names of the lists in the order of their columns. */
export const listNames: readonly ListName[] = listTables.map(({ name }) => name)

/** The list that a fact is; undefined for a fact with columns of its own. */
export function listOfFact(fact: StatedFact): ListName | undefined {
  return listNames.find((name) => listDefinitions[name].column === fact)
}

/** The fact that a list is; undefined for a list that is none. */
export function factOfList(list: ListName): StatedFact | undefined {
  return statedFacts.find((fact) => listDefinitions[list].column === fact)
}
