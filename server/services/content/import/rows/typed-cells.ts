import { z } from 'zod'
import { cities } from '#server/contract/cities.ts'
import { typedDay, typedMoment } from '#server/contract/staff/typed-times.ts'
import { startOfChinaDay } from '#server/services/china-time.ts'
import { readText } from '#server/services/content/texts/read-text.ts'
import { UnreadableText } from '#server/services/content/texts/unreadable-text.ts'
import { line, lines } from './cells.ts'
import { cityOfText } from './region-names.ts'

/** Cell with a city by slug, code or name; yields its code. */
export const cityCell = line(20).transform((text, context) => {
  const found = cityOfText(text)
  const known = cities.map(({ pinyin, name }) => `${pinyin}(${name})`).join('、')
  if (found === undefined) context.addIssue(`没有“${text}”这个城市；可用：${known}`)
  return found?.code ?? ''
})

/** Cell with Markdown or HTML of at most `most` characters, sanitised as stored; parsed asynchronously. */
export function rich(most: number) {
  return lines(most).transform(async (text, context) => {
    try {
      return await readText(text)
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error
      context.addIssue(error.message)
      return ''
    }
  })
}

/** Cell with a time: ISO 8601, or `2026-03-01 09:30` or a day in China's time. Yields ISO 8601 in UTC. */
export const momentCell = z.string('应为时间，例如 2026-03-01 09:30').transform((given, context) => {
  const day = typedDay(given)
  const moment = day === undefined ? typedMoment(given) : startOfChinaDay(day)
  if (moment !== undefined) return moment.toISOString()
  context.addIssue('应为时间，例如 2026-03-01 09:30')
  return ''
})

/** Cell with a list of objects: a JSON list, in CSV as text. */
export function listCell<Element extends z.ZodType>(element: Element, example: string) {
  const message = `应为列表，例如 ${example}`
  return z.preprocess(
    (given) => {
      if (typeof given !== 'string') return given
      try {
        return JSON.parse(given)
      } catch {
        return given
      }
    },
    z.array(element, message).max(500, '最多 500 个'),
  )
}

/** Cell with a path of the site or an absolute URL. */
export const href = line(300).refine(
  (text) => /^\/(?![/\\])/.test(text) || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
  '应为以 / 开头的站内地址或完整网址',
)

/** Cell with an article's slug. */
export const slug = line(64).refine(
  (text) => /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(text),
  '只能有文字、数字、- 和 _',
)
