import { chinaWeekday } from './china-time.ts'

const dayMs = 86_400_000
/** Days of the lunar calendar, `month-day`, and of the solar one, around which people are off every year. */
const lunarHolidays: ReadonlySet<string> = new Set('1-1 1-2 1-3 1-4 1-5 1-6 1-7 5-5 8-15'.split(' '))
const solarHolidays = /^(01-01|05-0[1-5]|10-0[1-7])$/
const lunar = new Intl.DateTimeFormat('en-u-ca-chinese', {
  month: 'numeric',
  day: 'numeric',
  timeZone: 'Asia/Shanghai',
})

/**
 * Whether a day is a working day in China: from Monday to Friday, and none of the holidays that come every year: new year,
 * the Spring Festival from the day before 除夕 to its seventh day, 清明, the first days of May, 端午, 中秋, the first week of October. Days that a
 * year's arrangement makes working ones are not: nobody is called on such a Saturday who need not be.
 */
export function isWorkingDay(at: Date): boolean {
  if (/[六日]/.test(chinaWeekday(at))) return false
  const solar = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(5, 10)
  if (solarHolidays.test(solar) || solar === qingming(at)) return false
  // The calendar of the platform begins the year 2027 a day late.
  const isEve = [1, 2].some((days) => lunarDay(new Date(at.getTime() + days * dayMs)) === '1-1')
  return !isEve && !lunarHolidays.has(lunarDay(at))
}

/** `month-day` of the lunar calendar; of a leap month with a word that no holiday has. */
function lunarDay(at: Date): string {
  const parts = lunar.formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('month')}-${of('day')}`
}

/** 清明 of the year of a moment, MM-DD: the formula of the solar terms for 2000 to 2099. */
function qingming(at: Date): string {
  const year = new Date(at.getTime() + 8 * 3_600_000).getUTCFullYear() % 100
  return `04-0${Math.floor(year * 0.2422 + 4.81) - Math.floor(year / 4)}`
}
