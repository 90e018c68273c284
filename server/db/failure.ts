import { DrizzleQueryError } from 'drizzle-orm/errors'
import { DatabaseError } from 'pg'

const unavailableClasses = /^(08|53|57)/
const lostConnections = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/** Messages of lost connections that pg and the embedded engine throw without a code. */
const lostConnectionMessages =
  /timeout exceeded when trying to connect|Connection terminated|connection error|embedded database (stopped|is closed)/

/** Whether an error means that the database is unavailable, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  for (const fault of causesOf(error)) {
    const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : ''
    if (
      unavailableClasses.test(code) ||
      lostConnections.has(code) ||
      lostConnectionMessages.test(fault.message)
    )
      return true
  }
  return false
}

/** Describes an error for the log: names, codes, statements and stack frames, never the values of a statement. */
export function describeFailure(error: unknown): Record<string, unknown>[] {
  return causesOf(error).map((fault) => ({ name: fault.name, ...partsOf(fault), at: framesOf(fault) }))
}

function partsOf(fault: Error): Record<string, unknown> {
  if (fault instanceof DrizzleQueryError) return { query: fault.query }
  if (fault instanceof DatabaseError) {
    const { code, table, column, constraint } = fault
    // PostgreSQL quotes values in its messages: only the text around them is used.
    return { code, table, column, constraint, message: withoutValues(fault.message) }
  }
  return { message: fault.message.slice(0, 500) }
}

function withoutValues(message: string): string {
  return message.replace(/: ".*$/s, '').replace(/^value ".*" is /s, 'a value is ')
}

function framesOf({ stack = '' }: Error): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .slice(0, 8)
}

function causesOf(error: unknown): Error[] {
  const found: Error[] = []
  let next = error
  while (next instanceof Error && found.length < 5) {
    found.push(next)
    next = next.cause
  }
  return found.length > 0 ? found : [new Error(`thrown: ${typeof error}`)]
}
