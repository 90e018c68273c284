import { z } from 'zod'
import { isPlainLine } from '../person-name.ts'
import { typedDay, typedMoment } from './typed-times.ts'

const minuteMs = 60_000

const momentText = '请填写日期和时间，例如 2026-12-05 09:30'

/** A time in China as people write it (`typedMoment`), to the minute. */
export const chinaMinute = z.string('请填写日期和时间').transform((typed, context) => {
  const at = typedMoment(typed)
  if (at !== undefined && at.toISOString().startsWith('20'))
    return new Date(Math.floor(at.getTime() / minuteMs) * minuteMs)
  context.addIssue({ code: 'custom', message: momentText })
  return z.NEVER
})

/** A day in China as people write it (`typedDay`). */
export const writtenDay = z.string('日期不正确').transform((typed, context) => {
  const day = typedDay(typed)
  if (day !== undefined) return day
  context.addIssue({ code: 'custom', message: '日期不正确，例如 2026-12-05' })
  return z.NEVER
})

/** One line of text that must be written, at most `most` characters; `what` names it in messages. */
export const writtenLine = (most: number, what: string) =>
  z
    .string(`请填写${what}`)
    .trim()
    .min(1, `请填写${what}`)
    .max(most, `${what}最多 ${most} 个字`)
    .refine(isPlainLine, `${what}里有换行或看不见的字符，请重新填写`)

/** The version that an edit was made from. */
export const editedVersion = z.string('版本不正确').min(1, '版本不正确').max(40, '版本不正确')
