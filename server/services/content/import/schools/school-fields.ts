import { z } from 'zod'
import { cities } from '#server/contract/cities.ts'
import {
  columnsOfFact,
  factTerms,
  schoolColumn,
  schoolColumnNames,
  statedFacts,
  type SchoolColumnName,
  type SchoolColumnValue,
} from '#server/contract/catalogue/school-columns.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import type { ListName, ListRows } from '#server/db/content/school-lists.ts'
import {
  cell,
  day,
  decimal,
  line,
  lines,
  requiredValue,
  term,
  termsOf,
  texts,
  wholeNumber,
  yesOrNo,
} from '../rows/cells.ts'
import { cityCell, momentCell } from '../rows/typed-cells.ts'
import { mostMoney } from '../lists/list-columns.ts'
import { listDefinitions, listNames } from '../lists/list-definitions.ts'
import { busColumn, listColumn } from '../lists/school-lists.ts'
import { districtOfText } from '../rows/region-names.ts'
import { costContradictions, derivedCosts } from './derived-costs.ts'

const longestName = 100

/** A number of the mainland whose area code has lost its 0: 755 26001234. Not 400 numbers, mobiles, Hong Kong and Macau. */
const lostZero = /^(?![48]00|85[23]|1[3-9]\d{9}$)(10|2\d|[3-9]\d{2})([2-8]\d{6,7})$/

const phone = line(80)
  .refine(
    (text) =>
      /\d[^\d]*\d[^\d]*\d[^\d]*\d[^\d]*\d/.test(text) && /^[-\d\s()+–—/、,;.*转分机ext]+$/iu.test(text),
    '不像电话号码',
  )
  .refine((text) => !/\d{5}\.0+$/.test(text), '表格软件在号码后面加了 .0；请把这一列设成“文本”再填')
  .superRefine((text, context) => {
    for (const number of text.split(/[/、,;]/u)) {
      const [, area, own] = lostZero.exec(number.replace(/[\s()–—-]/gu, '')) ?? []
      if (area !== undefined && own !== undefined)
        context.addIssue(`“${number.trim()}”像是少了区号前面的 0；是不是 0${area}-${own}？`)
    }
  })

const website = line(300).transform((text, context) => {
  const address = /^[a-z][a-z\d+.-]*:/iu.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.')) {
    context.addIssue('应为网址，例如 https://www.example.cn')
  }
  return url?.href ?? ''
})

const lists: Partial<Record<SchoolColumnName, z.ZodType>> = {
  ...Object.fromEntries(listNames.map((name) => [listDefinitions[name].column, listColumn(name)])),
  bus_lines: busColumn,
}

/** The check of a column's values. */
function schemaOf(name: SchoolColumnName): z.ZodType {
  const { value } = schoolColumn(name)
  switch (value.type) {
    case 'line':
      return line(value.most)
    case 'text':
      return lines(value.most)
    case 'names':
      return texts(longestName)
    case 'number':
      return value.decimals === undefined
        ? wholeNumber(value.least, value.most)
        : decimal(value.least, value.most, value.decimals)
    case 'money':
      return wholeNumber(0, mostMoney)
    case 'term':
      return term(value.terms)
    case 'terms':
      return termsOf(value.terms)
    case 'facts':
      return termsOf(factTerms)
    case 'list':
      return lists[name] ?? z.never()
    case 'city':
      return cityCell
    case 'district':
      return line(40)
    case 'phone':
      return phone
    case 'website':
      return website
    case 'day':
      return day
    case 'moment':
      return momentCell
    case 'picture':
      return line(300)
    case 'yes-or-no':
      return yesOrNo()
    default:
      throw new Error(`no check of ${name}`)
  }
}

type ListOfColumn<Name> = Name extends 'bus_lines' ? 'bus_stops' : Name
type FieldValue<Name extends SchoolColumnName> =
  ListOfColumn<Name> extends ListName ? ListRows[ListOfColumn<Name>][] : SchoolColumnValue<Name>
/** A valid row of a school: undefined is not stated, null is cleared. */
export type SchoolFields = { [Name in SchoolColumnName]?: FieldValue<Name> | null | undefined } & {
  name: string
  city: string
}

/** The cell of each column in a school's files. */
export const schoolCells: Readonly<Record<SchoolColumnName, z.ZodType>> = recordOf(
  schoolColumnNames,
  (name) => (schoolColumn(name).isNeeded === true ? requiredValue(schemaOf(name)) : cell(schemaOf(name))),
)

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each column's schema yields the type of its values
const columns = z.object(schoolCells) as unknown as z.ZodType<SchoolFields>

/** Schema of a school's columns, validated one by one and then together. */
export const schoolFields = columns.superRefine((row, context) => {
  const say = (field: SchoolColumnName, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const city = cities.find(({ code }) => code === row.city)
  if (city && row.district && districtOfText(city, row.district) === undefined) {
    say('district', `${city.name}没有“${row.district}”这个区`)
  }
  if (above(row.tuition_min, row.tuition_max)) say('tuition_max', '小于 tuition_min')
  if (above(row.total_cost_min, row.total_cost_max)) say('total_cost_max', '小于 total_cost_min')
  const rows = { tuition: row.tuition ?? [], fees: row.fees ?? [] }
  for (const { field, message } of costContradictions(row, derivedCosts(rows, row.boarding)))
    say(field, message)
  for (const fact of statedFacts.filter((one) => row.not_published?.includes(one))) {
    const stated = columnsOfFact(fact).find((name) => isKnown(row[name]))
    if (stated !== undefined) say(stated, '写了内容，又写了学校没有公布：请只留一个')
  }
  if (typeof row.lat !== typeof row.lng) say(row.lat ? 'lng' : 'lat', 'lat 和 lng 要一起填')
  if (row.successor && row.successor === row.key) say('successor', '不能是学校自己')
})

/** Whether a value says something: an empty list does not. */
export function isKnown(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}

const above = (least: unknown, most: unknown): boolean =>
  typeof least === 'number' && typeof most === 'number' && least > most
