/** The times of a visit as values of the form that asks several schools. */

/** The time that is left to the school. */
export const anyTime = 'any'

/** An open day. */
export function openDayTime(id: number): string {
  return `openday-${id}`
}

/** Half of a day (YYYY-MM-DD). */
export function halfDayTime(day: string, half: string): string {
  return `${day} ${half}`
}

/** Whether a time is an open day. */
export function isOpenDay(time: string): boolean {
  return time.startsWith('openday-')
}

/** What a time asks for, as fields of the API's call. */
export function timeFields(time: string): { open_day_id?: string; wish_day?: string; wish_half?: string } {
  if (isOpenDay(time)) return { open_day_id: time.slice('openday-'.length) }
  const [wish_day = '', wish_half = ''] = time.split(' ')
  return wish_half === '' ? {} : { wish_day, wish_half }
}
