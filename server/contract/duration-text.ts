/** Formats a duration in seconds: `59 秒`, `5 分钟`, `3 小时`. */
export function durationText(seconds: number): string {
  if (seconds <= 120) return `${Math.ceil(seconds)} 秒`
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} 分钟` : `${Math.ceil(seconds / 3600)} 小时`
}
