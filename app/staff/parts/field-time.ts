import { typedMoment } from '#server/contract/staff/typed-times.ts'
import { inChina } from '#app/china-time.ts'
import { momentText } from './moment.tsx'

/** A moment as a field of date and time has it, in China's time: `2026-12-05T09:30`. */
export function fieldTime(moment: string | undefined): string {
  return moment === undefined ? '' : inChina(moment).toISOString().slice(0, 16)
}

/** A time that somebody typed, as a field of date and time has it; anything else as it was typed. */
export function asFieldTime(typed: string): string {
  const moment = typedMoment(typed)
  return moment === undefined ? typed : fieldTime(moment.toISOString())
}

/** What a field of date and time has, as pages show times: `2026年12月5日 09:30`; anything else as it was typed. */
export function typedTime(value: string | undefined): string {
  const moment = typedMoment(value ?? '')
  return moment === undefined ? (value ?? '') : momentText(moment.toISOString())
}
