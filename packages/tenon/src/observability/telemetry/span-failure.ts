import { SpanStatusCode, type Span } from '@opentelemetry/api'

/** Marks a span as failed, with what was thrown. */
export function failSpan(span: Span, error: unknown): void {
  if (error instanceof Error) span.recordException(error)
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
