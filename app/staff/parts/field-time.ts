import { inChina } from '#app/china-time.ts'

/** A moment as a field of date and time has it, in China's time: `2026-12-05T09:30`. */
export function fieldTime(moment: string | undefined): string {
  return moment === undefined ? '' : inChina(moment).toISOString().slice(0, 16)
}

/** What a field of date and time has, as pages show times: `2026年12月5日 09:30`; anything else as it was typed. */
export function typedTime(value: string | undefined): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(value ?? '') ?? []
  return time === undefined ? (value ?? '') : `${year}年${Number(month)}月${Number(day)}日 ${time}`
}
