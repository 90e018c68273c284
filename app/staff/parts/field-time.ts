import { inChina } from '#app/china-time.ts'

/** A moment as a field of date and time has it, in China's time: `2026-12-05T09:30`. */
export function fieldTime(moment: string | undefined): string {
  return moment === undefined ? '' : inChina(moment).toISOString().slice(0, 16)
}

/** What a field of date and time has, as people read it: `2026-12-05 09:30`. */
export function typedTime(value: string | undefined): string {
  return (value ?? '').replace('T', ' ')
}
