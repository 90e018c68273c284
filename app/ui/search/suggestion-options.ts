import { cities } from '#server/contract/cities.ts'
import { openDayPath, schoolListPath, schoolPath, searchPath } from '#app/paths.ts'

/** One line of the list under a search field: it leads to a page, or clears the recent searches. */
export type Option = { key: string; name: string; hint: string; href?: string }

/** Parses the API's suggestions as options; undefined when the answer has another shape. */
export function readOptions(data: unknown): Option[] | undefined {
  return Array.isArray(data) ? data.flatMap(optionOf) : undefined
}

function optionOf(value: unknown): Option[] {
  if (typeof value !== 'object' || value === null || !('name' in value && 'hint' in value)) return []
  const { name, hint } = value
  if (typeof name !== 'string' || typeof hint !== 'string') return []
  const href = hrefOf(value)
  return href === undefined ? [] : [{ key: href, name, hint, href }]
}

function hrefOf(value: object): string | undefined {
  const type = 'type' in value ? value.type : undefined
  const id = 'id' in value && typeof value.id === 'number' ? value.id : undefined
  const code = 'city_code' in value ? value.city_code : undefined
  const city = cities.find((each) => each.code === code)
  const term = 'term' in value && typeof value.term === 'string' ? value.term : undefined
  if (type === 'school') return id === undefined ? undefined : schoolPath(id)
  if (type === 'list') return city && schoolListPath(city, term)
  if (type !== 'open_days') return undefined
  return id === undefined ? city && openDayPath(city) : `${schoolPath(id, 'admissions')}#opendays`
}

/** Second line of a recent search. */
export const recentHint = '最近搜过'
/** Key of the option that clears the recent searches. */
export const clearKey = 'clear'

/** The recent searches as options, with one that clears them. */
export function recentOptions(searches: readonly string[]): Option[] {
  if (searches.length === 0) return []
  return [
    ...searches.map((text) => ({
      key: `recent ${text}`,
      name: text,
      hint: recentHint,
      href: searchPath(text),
    })),
    { key: clearKey, name: '清空最近搜索', hint: '只存在这台设备上' },
  ]
}
