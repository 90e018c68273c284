import { z } from 'zod'
import {
  grades,
  gradeOfLevel,
  gradeOfSlug,
  highestLevel,
  rangeOfStage,
  type GradeRange,
} from '#server/contract/grades.ts'
import { stages } from '#server/contract/vocabulary.ts'

const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
const firstOf: Readonly<Record<string, number>> = { 小: 1, 初: 7, 高: 10 }

const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, '').toLowerCase()

/** 1 to 12 from digits or Chinese numerals. */
function numberOf(text: string): number | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const at = numerals.indexOf(text)
  return at < 0 ? undefined : at + 1
}

/** The level of a grade by its slug, its label, or as people write it: 5年级, 小五, G5, 七年级, 初一. */
function levelOf(text: string): number | undefined {
  const given = plain(text)
  const known = gradeOfSlug(given) ?? grades.find(({ label }) => label === given)
  if (known !== undefined) return known.level
  const [, part = '', ofPart = ''] = /^([小初高])(.+)$/u.exec(given) ?? []
  const within = numberOf(ofPart)
  const first = firstOf[part]
  if (first !== undefined && within !== undefined) {
    const level = first + within - 1
    return within <= (part === '小' ? 6 : 3) ? level : undefined
  }
  const level = numberOf(given.replace(/^(?:grade|g|第)/u, '').replace(/年级$/u, ''))
  return level !== undefined && level >= 1 && level <= highestLevel ? level : undefined
}

/** One grade, or all of a stage. */
function rangeOf(text: string): GradeRange | undefined {
  const given = plain(text)
  const stage = stages.find(({ slug, label }) => slug === given || label === given)
  if (stage !== undefined) return rangeOfStage(stage.slug)
  const level = levelOf(text)
  return level === undefined ? undefined : { from: level, to: level }
}

const wanted = '应为年级或学段，例如 一年级、g1-g6、小班至大班、小学'

/**
 * Grades that follow one another: one, the first and the last with - or 至 or 到 between them, all of them in a list, or a
 * stage. Gives levels.
 */
export const gradesCell = z
  .union([z.string(), z.number().transform(String)], wanted)
  .transform((given, context): GradeRange => {
    const fail = (message: string) => {
      context.addIssue(message)
      return { from: 1, to: 1 }
    }
    const listed = given.split(/[、,，;；|]/u).filter((part) => part.trim() !== '')
    if (listed.length > 1) {
      const parts = listed.map(rangeOf)
      const unknown = listed.find((_part, at) => parts[at] === undefined)
      if (unknown !== undefined) return fail(`没有“${unknown.trim()}”这个年级；${wanted}`)
      const ranges = parts.filter((part) => part !== undefined).toSorted((a, b) => a.from - b.from)
      const gap = ranges.find(({ from }, at) => at > 0 && from > (ranges[at - 1]?.to ?? from) + 1)
      if (gap !== undefined) return fail('年级不相连：请分成几条写')
      return { from: ranges[0]?.from ?? 1, to: Math.max(...ranges.map(({ to }) => to)) }
    }
    const ends = given.split(/\s*[-–—~～至到]+\s*/u)
    const [first, last, ...more] = ends.map(rangeOf)
    const unknown = ends.find((end) => rangeOf(end) === undefined)
    if (unknown !== undefined || first === undefined || more.length > 0)
      return fail(ends.length > 2 ? wanted : `没有“${(unknown ?? given).trim()}”这个年级；${wanted}`)
    const range = { from: first.from, to: (last ?? first).to }
    return range.from > range.to ? fail(`“${given.trim()}”的结束早于开始`) : range
  })

/** Grades as an export writes them: g1, g1-g6. */
export function gradesText({ from, to }: GradeRange): string {
  const [first = '', last = ''] = [from, to].map((level) => gradeOfLevel(level)?.slug)
  return from === to ? first : `${first}-${last}`
}

/** A school year by the year in which it begins: 2026, 2026学年, 2026-2027, 2026–27. */
export const schoolYearCell = z
  .union([z.string(), z.number().transform(String)], '应为学年，例如 2026')
  .transform((given, context): number => {
    const [, year = '', next] =
      /^(\d{4})(?:[-–—/~至](\d{2}|\d{4}))?(?:学?年度?)?(?:秋季?)?$/u.exec(plain(given)) ?? []
    const begins = Number(year)
    const follows = next === undefined || Number(next) % 100 === (begins + 1) % 100
    if (year !== '' && begins >= 1990 && begins <= 2100 && follows) return begins
    context.addIssue('应为学年，例如 2026 或 2026-2027')
    return 0
  })

/** A time of day, HH:MM. */
export const timeCell = z.string('应为时刻，例如 06:50').transform((given, context) => {
  const [, hours = '', minutes = ''] =
    /^(\d{1,2})[:：](\d{2})(?::\d{2})?$/u.exec(given.normalize('NFKC').trim()) ?? []
  const time = `${hours.padStart(2, '0')}:${minutes}`
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) context.addIssue('应为时刻，例如 06:50')
  return time
})
