import { z } from 'zod'
import { cities } from './cities.ts'
import { grades } from './grades.ts'
import { personNameFault } from './person-name.ts'
import { contactPhone, normalPhone, phoneFault } from './phone-number.ts'
import { stages } from './vocabulary.ts'

const codesOfCities = cities.map((city) => city.code)

/** A row's id as it stands in an address: 1 to 9 digits. */
export const id = z
  .union([z.int().positive().max(999_999_999), z.string().regex(/^[1-9]\d{0,8}$/, '编号不正确')])
  .transform(Number)

/** Region code of an operating city. */
export const cityCode = z.enum(codesOfCities, '城市不正确')

/** Fields of every list call: which city, which page, how many rows. */
export const listFields = {
  city_code: cityCode.optional(),
  page: z.coerce
    .number('页码不正确')
    .int('页码不正确')
    .min(1, '页码不正确')
    .max(10_000, '页码不正确')
    .default(1),
  page_size: z.coerce
    .number('每页数量不正确')
    .int('每页数量不正确')
    .min(1, '每页数量不正确')
    .max(50, '每页数量不正确')
    .default(20),
}

/** Sort orders of a list; the first one is the default. */
export function sortOf<const Word extends string>(usual: Word, ...others: Word[]) {
  return z.enum([usual, ...others], '排序方式不正确').default(usual)
}

/** `data` of a list call. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), page_size: z.int() })
}

/** Closed terms of one facet; in a query one value, repeated values, or values separated by commas. */
export function termList<const Word extends string>(words: readonly Word[], wrong = '筛选条件不正确') {
  return z
    .union([z.string(), z.array(z.string()).max(40)])
    .transform((given) => [
      ...new Set(
        [given]
          .flat()
          .flatMap((text) => text.split(','))
          .filter(Boolean),
      ),
    ])
    .pipe(z.array(z.enum(words, wrong)).max(20))
    .optional()
}

/** A picture as pages show it; `color` names a placeholder class of the palette. */
export const picture = z.object({
  src: z.string(),
  width: z.int(),
  height: z.int(),
  color: z.string(),
  alt: z.string().optional(),
})

/**
 * A text of the operator as clean HTML that pages show as it is: headings below those of the page, pictures with their
 * sizes, links to other sites marked, no styles, scripts or ids.
 */
export const richHtml = z.string()

/** A moment as ISO 8601 in UTC. */
export const moment = z.iso.datetime()
/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date('日期不正确')

/** A phone as `read` reads it; refused in the words of `phoneFault`. */
export function phoneRead(read: (typed: string) => string | undefined, hint?: string) {
  return z.string(phoneFault('')).transform((typed, context) => {
    const normal = read(typed)
    if (normal !== undefined) return normal
    context.addIssue({ code: 'custom', message: phoneFault(typed, hint) })
    return z.NEVER
  })
}

/** The phone of somebody who asks or logs in, of any country; parsed to E.164 such as `+8613800000000`. */
export const phone = phoneRead(contactPhone)

/** The phone of a member: a mobile number of the mainland, Hong Kong or Macau, E.164. */
export const mobilePhone = phoneRead(normalPhone)

/** The phone of a guest, of any country, E.164; it is read from lists, whose owners are told how else to write it. */
export const guestPhone = phoneRead(
  contactPhone,
  '；外国号码写 + 和国家区号，例如 +886 912 345 678、+1 415 555 2671',
)

const faultOfName = { error: ({ input }: { input?: unknown }) => personNameFault(String(input)) }

/** A person's name, 1 to 60 characters on one line, as `personNameFault` says of what is typed. */
export const personName = z
  .string('请填写姓名')
  .overwrite((typed) => typed.replace(/[\u00ad\u200b\u2060\ufeff]/g, '').normalize('NFC'))
  .trim()
  .min(1, faultOfName)
  .refine((name) => personNameFault(name) === undefined, faultOfName)

/** A code of six digits; spaces and full-width digits are accepted. */
export const smsCode = z
  .string('请填写验证码')
  .transform((typed) => typed.normalize('NFKC').replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, '请填写 6 位数字验证码'))

/** A stage of schooling by its slug. */
export const stage = z.enum(
  stages.map(({ slug }) => slug),
  '学段不正确',
)

/** A year of schooling by its slug. */
export const grade = z.enum(
  grades.map(({ slug }) => slug),
  '年级不正确',
)

const checkbox = z.union([z.boolean(), z.string(), z.number()])

/** A checkbox: `1`, `true`, `on` or the boolean; anything else is unchecked. */
export const tick = checkbox.optional().transform(isTicked)

/** A checkbox that a client may not have: undefined without it; null is unchecked. */
export const tickIfGiven = checkbox.or(z.null()).transform(isTicked).optional()

function isTicked(given: boolean | string | number | null | undefined): boolean {
  return given === true || given === 1 || ['1', 'true', 'on', 'yes'].includes(String(given))
}
