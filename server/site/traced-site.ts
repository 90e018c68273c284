import type { IncomingMessage, RequestListener } from 'node:http'
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { currentTracer } from '../logging/tracing.ts'
import type { RouteOf } from './route-patterns.ts'

type Options = {
  routeOf: RouteOf
  /** Clients whose `traceparent` is accepted. */
  isTrustedProxy: (incoming: IncomingMessage) => boolean
}

const untraced = /^\/(?:assets\/|(?:healthz|readyz|metrics)(?:\?|$))/

/**
 * The site with a span for each request, named by method and route pattern; spans contain no addresses, which may hold a
 * name or a reference. Unchanged while tracing is off.
 */
export function tracedSite(site: RequestListener, { routeOf, isTrustedProxy }: Options): RequestListener {
  const tracer = currentTracer()
  if (tracer === undefined) return site
  return (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    if (untraced.test(url)) return site(incoming, outgoing)
    const parent = isTrustedProxy(incoming) ? propagation.extract(ROOT_CONTEXT, headers) : ROOT_CONTEXT
    const route = routeOf(url.split('?', 1)[0] ?? '')
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    outgoing.once('close', () => {
      span.setAttribute('http.response.status_code', outgoing.statusCode)
      if (outgoing.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    context.with(trace.setSpan(parent, span), () => site(incoming, outgoing))
  }
}
