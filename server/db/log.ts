/** Log of the database layer; `details` contains no personal data. */
export type DatabaseLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  details?: Readonly<Record<string, unknown>>,
) => void

/** One JSON line on standard error for each warning and error; `info` is dropped. */
export function logToStandardError(
  level: 'info' | 'warn' | 'error',
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): void {
  if (level !== 'info') console.error(JSON.stringify({ level, msg: message, ...details }))
}
