import { z } from 'zod'
import { cities } from './cities.ts'

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

/** Orders that a list call can be asked for; the first one is the usual one. */
export function sortOf<const Word extends string>(usual: Word, ...others: Word[]) {
  return z.enum([usual, ...others], '排序方式不正确').default(usual)
}

/** `data` of a list call. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), page_size: z.int() })
}

/** Closed words of one facet; in a query one value, repeated values, or values joined by commas. */
export function wordList<const Words extends readonly [string, ...string[]]>(words: Words) {
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
    .pipe(z.array(z.enum(words, '筛选条件不正确')).max(20))
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

/** A moment as ISO 8601 in UTC. */
export const moment = z.iso.datetime()
/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date()
