import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api'

/** Undefined while tracing is off: work then runs as it is. */
let tracer: Tracer | undefined

/** Begins to hand spans to whatever SDK the operator loaded into the process (OTEL=on). */
export function startTracing(): void {
  tracer = trace.getTracer('xuanxiao')
}

/** What makes spans; undefined while tracing is off. */
export function currentTracer(): Tracer | undefined {
  return tracer
}

type SpanFacts = { kind?: 'internal' | 'client'; attributes?: Attributes }

/** Runs work as a span of the current trace. Nothing of a failure but its name is told: messages may quote values. */
export async function inSpan<Result>(
  name: string,
  { kind = 'internal', attributes = {} }: SpanFacts,
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracer === undefined) return work()
  const span = tracer.startSpan(name, {
    kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    attributes,
  })
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    markFailed(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Marks a span as failed, by the failure's name alone. Loaders also throw answers, which are none. */
export function markFailed(span: Span, error: unknown): void {
  if (error instanceof Response) return
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
}
