const hourMs = 3_600_000

/**
 * When families may get a message: at once from 08:00 to 22:00 in China, else at the next 08:00. At once too if something of
 * `begins` does so before noon of that day, when the morning would be too late.
 */
export function messageTime(now: Date, begins: readonly (Date | null)[]): Date {
  // 08:00 in China, which has no summer time, is midnight in UTC.
  if (now.getUTCHours() < 14) return now
  const morning = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  const noon = morning + 4 * hourMs
  const isUrgent = begins.some((at) => at !== null && at > now && at.getTime() < noon)
  return isUrgent ? now : new Date(morning)
}
