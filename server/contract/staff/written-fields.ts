import { z } from 'zod'
import { isPlainLine } from '../person-name.ts'

/** A time in China as forms have it, `2026-12-05T09:30`. */
export const chinaMinute = z.string('请填写日期和时间').transform((typed, context) => {
  const minute = typed.trim().slice(0, 16)
  const at = new Date(`${minute}:00+08:00`)
  const shown = Number.isNaN(at.getTime()) ? '' : new Date(at.getTime() + 8 * 3_600_000).toISOString()
  if (/^20\d{2}-/.test(minute) && shown.startsWith(minute)) return at
  context.addIssue({ code: 'custom', message: '请填写日期和时间，例如 2026-12-05 09:30' })
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
