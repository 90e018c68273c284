import type { City } from '#server/contract/cities.ts'

/** Addresses of iCalendar files. */

/** One open day as an iCalendar file. */
export function openDayCalendarPath(id: string): string {
  return `/openday/${id}/calendar.ics`
}

/** The open days to come of chosen schools as an iCalendar file, also to subscribe to. */
export function chosenCalendarPath(city: City, schoolIds: readonly number[]): string {
  return `/openday/${city.pinyin}/calendar.ics?ids=${schoolIds.join(',')}`
}

/** The admission steps for one child in a city as an iCalendar file; `query` describes the child. */
export function planCalendarPath(city: City, query: string): string {
  return `/planning/${city.pinyin}/calendar.ics?${query}`
}

/** A booking as an iCalendar file. */
export function leadCalendarPath(name: string): string {
  return `/order/${name}/calendar.ics`
}
