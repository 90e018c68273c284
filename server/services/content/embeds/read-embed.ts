import { cities, type City } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import { listSchools } from '#server/contract/schools/schools.ts'

/** A list of schools as an article names it. */
export type NamedList = {
  city: City
  input: ParsedInputOf<typeof listSchools>
  /** The filters as in the list's address. */
  query: Record<string, string>
}

/** What an author asks to embed. */
export type EmbedRequest =
  | { type: 'schools'; ids: number[] }
  | ({ type: 'list' } & NamedList)
  | ({ type: 'count' } & NamedList)
  | { type: 'open_days'; ids: number[] }
  | { type: 'open_days'; city: City }

/** Filters of a list that an author may state. */
const filterNames = new Set(['stage', 'kind', 'curriculum', 'boarding', 'district', 'fee_min', 'fee_max'])
const maxIds = 6

/** The embeds of a text: double braces within one line, such as {{学校 12 15}}. */
export const embedPattern = /\{\{([^{}\n]{0,300})\}\}/gu

/**
 * Reads what stands between the braces: 学校 12 15, 列表 深圳 curriculum=ib, 数量 深圳 stage=primary, 开放日 31 or 开放日
 * 深圳. Returns what is wrong with it otherwise.
 */
export function readEmbed(written: string): EmbedRequest | string {
  const [word = '', ...given] = written
    .normalize('NFKC')
    .split(/[\s、]+/u)
    .filter(Boolean)
  if (word === '学校') return readIds(given) ?? `“学校”后面写 1 到 ${maxIds} 个学校编号，例如 {{学校 12 15}}`
  if (word === '列表') return readList('list', given)
  if (word === '数量') return readList('count', given)
  if (word !== '开放日') return `没有“${word}”这种嵌入，可用：学校、列表、数量、开放日`
  const city = given.length === 1 ? cityNamed(given[0]) : undefined
  if (city !== undefined) return { type: 'open_days', city }
  const read = readIds(given)
  return read === undefined
    ? `“开放日”后面写城市，或 1 到 ${maxIds} 个开放日编号，例如 {{开放日 深圳}}`
    : { type: 'open_days', ids: read.ids }
}

function readIds(given: readonly string[]): { type: 'schools'; ids: number[] } | undefined {
  const numbers = given.flatMap((text) => text.split(',')).filter(Boolean)
  const ids = [...new Set(numbers.map(Number))]
  const areIds = numbers.every((text) => /^[1-9]\d{0,8}$/.test(text))
  return areIds && ids.length > 0 && ids.length <= maxIds ? { type: 'schools', ids } : undefined
}

function cityNamed(text: string | undefined): City | undefined {
  return cities.find(({ pinyin, name }) => text === pinyin || text === name)
}

function readList(type: 'list' | 'count', [place, ...filters]: readonly string[]): EmbedRequest | string {
  const city = cityNamed(place)
  if (city === undefined)
    return `要写明城市，例如 {{${type === 'list' ? '列表' : '数量'} 深圳 curriculum=ib}}`
  const query: Record<string, string> = {}
  for (const filter of filters) {
    const [name = '', value = ''] = filter.split('=', 2)
    if (!filterNames.has(name) || value === '')
      return `没有“${filter}”这个条件，可用：${[...filterNames].join('、')}`
    query[name] = query[name] === undefined ? value : `${query[name]},${value}`
  }
  const parsed = listSchools.input.safeParse({
    city_code: city.code,
    page_size: type === 'list' ? 3 : 1,
    ...query,
  })
  if (!parsed.success)
    return `条件不正确：${parsed.error.issues.map(({ path }) => String(path[0])).join('、')}`
  const unknown = parsed.data.district?.find((slug) => districtOf(city.code, slug) === undefined)
  if (unknown !== undefined) return `${city.name}没有“${unknown}”这个区`
  return { type, city, input: parsed.data, query }
}
