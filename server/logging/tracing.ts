import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api'

/** Undefined while tracing is off; work then runs without a span. */
let tracer: Tracer | undefined

/** Starts tracing with the OpenTelemetry SDK that the operator loaded (OTEL=on). */
export function startTracing(): void {
  tracer = trace.getTracer('xuanxiao')
}

/** The tracer; undefined while tracing is off. */
export function currentTracer(): Tracer | undefined {
  return tracer
}

type SpanFacts = { kind?: 'internal' | 'client'; attributes?: Attributes }

/** Runs work inside a span. Of a failure only the error's name is recorded, since messages may quote values. */
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

/** Marks a span as failed by the error's name. A thrown Response of a loader is not a failure. */
export function markFailed(span: Span, error: unknown): void {
  if (error instanceof Response) return
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
}
