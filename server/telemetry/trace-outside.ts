import { subscribe } from 'node:diagnostics_channel'
import { context, propagation, SpanKind, trace } from '@opentelemetry/api'
import { Client, Pool } from 'pg'
import { currentTracer, markFailed } from '../logging/tracing.ts'

/**
 * Traces calls out of this process: a client span for each statement, named by its first word and table alone, and the
 * trace context in the headers of `fetch`. Call it once, after `startTracing`.
 */
export function traceOutside(): void {
  traceStatements()
  subscribe('undici:request:create', (message) => {
    if (!isOutgoing(message)) return
    const carrier: Record<string, string> = {}
    propagation.inject(context.active(), carrier)
    for (const [name, value] of Object.entries(carrier)) message.request.addHeader(name, value)
  })
}

type Outgoing = { request: { addHeader: (name: string, value: string) => unknown } }

function isOutgoing(message: unknown): message is Outgoing {
  return typeof message === 'object' && message !== null && 'request' in message
}

type Method = (this: unknown, ...given: unknown[]) => unknown
const isFunction = (value: unknown): value is Method => typeof value === 'function'

/** Wraps pg's methods; they have a dozen overloads each, so arguments are passed on unchanged. */
function traceStatements(): void {
  replaceMethod(Pool.prototype, 'connect', bound)
  replaceMethod(Client.prototype, 'query', spanned)
}

function replaceMethod(prototype: object, name: string, make: (original: Method) => Method): void {
  const original: unknown = Reflect.get(prototype, name)
  if (!isFunction(original)) throw new Error(`pg has no method ${name}`)
  Reflect.set(prototype, name, make(original))
}

/** Binds callbacks to their trace context: pg calls them in the context of whoever released the connection. */
function bound(original: Method): Method {
  return function (...given) {
    const all = given.map((part) => (isFunction(part) ? context.bind(context.active(), part) : part))
    return Reflect.apply(original, this, all)
  }
}

function spanned(original: Method): Method {
  return function (...given) {
    const tracer = currentTracer()
    // Work outside requests, such as reading the content's version, is no part of a trace.
    if (tracer === undefined || trace.getActiveSpan() === undefined)
      return Reflect.apply(original, this, given)
    const name = statementName(given[0])
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
    const over = (error?: unknown) => {
      if (error) markFailed(span, error)
      span.end()
    }
    const last = given.at(-1)
    if (isFunction(last)) {
      const back: Method = (...answer) => {
        over(answer[0])
        return Reflect.apply(last, undefined, answer)
      }
      return Reflect.apply(original, this, [...given.slice(0, -1), back])
    }
    const result: unknown = Reflect.apply(original, this, given)
    if (result instanceof Promise)
      result.then(
        () => over(),
        (error: unknown) => over(error),
      )
    else over()
    return result
  }
}

/** Span name: the statement's first word and its first table, as in `select school`. */
function statementName(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : textOf(statement)
  const operation = /^\s*(\w{1,12})/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?([a-z_]{1,40})"?/i.exec(text)?.[1]
  return table === undefined ? operation : `${operation} ${table}`
}

function textOf(statement: unknown): string {
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return ''
  return typeof statement.text === 'string' ? statement.text : ''
}
