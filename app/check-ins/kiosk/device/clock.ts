import { arrivalText } from '#server/contract/check-ins/check-in-rules.ts'

/** Offset beyond which staff are warned about the clock, in ms. */
const tolerance = 5 * 60_000

/** Offset of the server's clock against the device's in ms, by the Date header; undefined without one. */
export function offsetBy(date: string | null, now: number): number | undefined {
  const server = date === null ? Number.NaN : Date.parse(date)
  return Number.isNaN(server) ? undefined : server - now
}

/** Warning for staff about a wrong clock; undefined for a right one. */
export function clockWarning(offset: number): string | undefined {
  if (Math.abs(offset) < tolerance) return undefined
  const direction = offset > 0 ? '慢' : '快'
  return `本机时间${direction}了${span(Math.abs(offset))}，签到时间已按服务器时间记录。请在系统设置里校正时间。`
}

function span(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return ` ${minutes} 分钟`
  const hours = Math.round(minutes / 60)
  return hours < 24 ? ` ${hours} 小时` : ` ${Math.round(hours / 24)} 天`
}

/** A time in China as staff read it: 09:41, with its date (11月23日 09:41) when that is not today. */
export function timeOfDay(moment: number | string): string {
  return arrivalText(new Date(moment), new Date())
}
