import { z } from 'zod'
import { writtenSpellings } from '#server/contract/search/term-spellings.ts'
import { debrisFault } from '#server/contract/spreadsheet-debris.ts'
import { typedDay } from '#server/contract/staff/typed-times.ts'
import { simplified } from '#server/db/search/search-traditional.ts'
import { yesAndNo, type Term } from '#server/contract/vocabulary.ts'

/**
 * Schema of one cell, from CSV text or a JSON value: `undefined` for an empty cell, which keeps the stored value, and
 * `null` for a lone `-`, which clears it.
 */
export function cell<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((given) => {
    if (given === undefined || given === null) return undefined
    if (typeof given !== 'string') return given
    const text = given.trim()
    return text === '' ? undefined : text === '-' ? null : text
  }, schema.nullable().optional())
}

/** Required cell; the last step makes a field that is left out a fault too, not only an empty one. */
export function requiredValue(schema: z.ZodType) {
  return cell(schema)
    .refine((value) => value !== undefined && value !== null, '必填')
    .transform((value) => value)
}

const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/gu
const unreadable = /[\p{Cs}\uFFFD]|(?![\n\t])\p{Cc}/u

const anyText = z
  .union([z.string(), z.number().transform(String)], '应为文字')
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').replace(invisible, '').trim())
  .refine((text) => !unreadable.test(text), '含有无法识别的字符（可能是编码不对）')
  .superRefine((text, context) => {
    const fault = debrisFault(text)
    if (fault !== undefined) context.addIssue(fault)
  })

/** Cell with one line of at most `most` characters; whitespace is collapsed. */
export function line(most: number) {
  return anyText
    .transform((text) => text.replace(/\s+/gu, ' '))
    .refine((text) => text.length <= most, `最多 ${most} 个字`)
}

/** Cell with the web address of a source. */
export const address = line(300).refine(
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  '应为网址，例如 https://www.example.cn',
)

/** Cell with several lines of text. */
export function lines(most: number) {
  return anyText.refine((text) => text.length <= most, `最多 ${most} 个字`)
}

const plain = (text: string): string =>
  simplified(text.normalize('NFKC'))
    .replace(/[\s,_]/gu, '')
    .replace(/[~～–—至到]/gu, '-')
    .toLowerCase()

/**
 * Parses a number as people write it: 128,000, 12.8万, ¥180000元/年, 1:8 (yields 8), 35%. Text for 12,8 and 128.000, of which
 * nobody knows whether the sign separates thousands or decimals.
 */
function readNumber(given: unknown, mayHaveDecimals = false): unknown {
  if (typeof given !== 'string') return given
  const text = simplified(given.normalize('NFKC'))
    .replace(/\s/gu, '')
    .replace(/^(?:人民币|rmb|cny|[¥￥])|(?:人民币|rmb|cny)$/giu, '')
    .replace(/(?:\/|每)(?:学?年|生|人)$|(?<=[元万])(?:整|左右)$/u, '')
  const [, whole = '', decimals = '', unit] =
    /^(?:1:)?(-?(?:\d+|\d{1,3}(?:,\d{3})+))(\.\d+)?(万)?[元%人名位年]?$/u.exec(text) ?? []
  const isThousands = !mayHaveDecimals && unit === undefined
  if (whole === '' || (isThousands && /^-?[1-9]\d{0,2}$/.test(whole) && /^\.\d{3}$/.test(decimals)))
    return given
  const value = Number(whole.replaceAll(',', '') + decimals)
  return unit === undefined ? value : Math.round(value * 10_000)
}

/** Cell with a whole number within inclusive bounds. */
export function wholeNumber(least: number, most: number) {
  const message = `应为 ${least} 到 ${most} 的整数`
  return z.preprocess(
    (given) => readNumber(given),
    z.number(message).int(message).min(least, message).max(most, message),
  )
}

/** Cell with an amount in whole CNY; one that looks as if it were meant in 万 is refused. */
export function money(most: number, least: number) {
  const message = `应为 0 到 ${most} 的整数（元）；以万为单位要写明，例如 12.8万`
  return z.preprocess(
    (given) => readNumber(given),
    z
      .number(message)
      .int(message)
      .min(0, message)
      .max(most, message)
      .refine((value) => value === 0 || value >= least, `不到 ${least} 元；以万为单位要写明，例如 12.8万`),
  )
}

/** Cell with a number within bounds, rounded to some decimal places. */
export function decimal(least: number, most: number, places: number) {
  const message = `应为 ${least} 到 ${most} 的数`
  return z.preprocess(
    (given) => readNumber(given, true),
    z
      .number(message)
      .min(least, message)
      .max(most, message)
      .transform((value) => Number(value.toFixed(places))),
  )
}

/** Cell with a calendar day, YYYY-MM-DD; 2026/3/1 and 2026年3月1日 are accepted. */
export const day = z.preprocess((given) => {
  if (typeof given !== 'string') return given
  return typedDay(given) ?? given
}, z.iso.date('应为日期，例如 2026-03-01'))

/**
 * Cell with a term of a closed list by slug, Chinese label or another spelling; `also`: spellings of this list alone. 未知
 * counts as empty.
 */
export function term<Slug extends string>(
  terms: readonly Term<Slug>[],
  also: Readonly<Record<string, readonly string[]>> = {},
) {
  const known = spellings(terms, also)
  return z.string(`应为其中之一：${words(terms)}`).transform((text, context) => {
    const slug = known.get(plain(text))
    if (slug === undefined && !unknownWords.has(plain(text))) {
      context.addIssue(`没有“${text}”；可用：${words(terms)}`)
    }
    return slug
  })
}

/** Cell with yes or no, also as other words that a column has for them. */
export function yesOrNo(
  also: Readonly<Record<'true' | 'false', readonly string[]>> = { true: [], false: [] },
) {
  const known = spellings(yesAndNo, {
    true: ['1', 'yes', 'y', '√', '✓', '有', ...also.true],
    false: ['0', 'no', 'n', '×', '无', '没有', ...also.false],
  })
  return z.preprocess((given) => {
    const text = plain(String(given))
    const slug = known.get(text)
    return slug === undefined ? (unknownWords.has(text) ? undefined : given) : slug === 'true'
  }, z.boolean('应为 是 或 否').optional())
}

/** Cell with several terms of a closed list. */
export function termsOf(terms: readonly Term[]) {
  const known = spellings(terms)
  return listOf(/[|;、,/]/u, z.string('应为文字')).transform((given, context) => {
    const stated = given.filter((text) => !unknownWords.has(plain(text)))
    const wrong = stated.filter((text) => !known.has(plain(text)))
    if (wrong.length > 0) context.addIssue(`没有“${wrong.join('、')}”；可用：${words(terms)}`)
    const slugs = new Set(stated.map((text) => known.get(plain(text))))
    return terms.map(({ slug }) => slug).filter((slug) => slugs.has(slug))
  })
}

/** Cell with several texts: a JSON array, also as text, or one text separated by |, ; or 、. Duplicates are removed. */
export function texts(most: number) {
  return listOf(/[|;、]/u, line(most)).transform((given) => [...new Set(given.filter((text) => text !== ''))])
}

/** Whether a cell says that the school does not publish what the column asks for. */
export function isNotPublished(value: unknown): boolean {
  return typeof value === 'string' && notPublishedWords.has(plain(value))
}

const notPublishedWords = new Set(['未公布', '学校未公布', '没有公布', '学校没有公布', 'notpublished'])
const unknownWords = new Set(['unknown', '未知', '不详', '不明'])
const words = (terms: readonly Term[]): string =>
  terms.map(({ slug, label }) => `${slug}(${label})`).join('、')

function spellings<Slug extends string>(
  terms: readonly Term<Slug>[],
  also: Readonly<Record<string, readonly string[]>> = {},
): ReadonlyMap<string, Slug> {
  return new Map(
    terms.flatMap(({ slug, label }) =>
      [slug, label, ...writtenSpellings(slug), ...(also[slug] ?? [])].map((spelling): [string, Slug] => [
        plain(spelling),
        slug,
      ]),
    ),
  )
}

/** Parses a list as exports write it when its items contain separators; undefined for other text. */
function jsonList(text: string): unknown[] | undefined {
  if (!/^\s*\[\s*"/.test(text)) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}

/** Full-width separators are accepted. */
function listOf<Element extends z.ZodType<string>>(separator: RegExp, element: Element) {
  return z.preprocess(
    (given) =>
      typeof given === 'string'
        ? (jsonList(given) ??
          given
            .replace(/[;|,\uff1b\uff5c\uff0c]/gu, (character) => character.normalize('NFKC'))
            .split(separator)
            .map((part) => part.trim())
            .filter(Boolean))
        : given,
    z.array(element, '应为列表').max(100, '最多 100 个'),
  )
}
