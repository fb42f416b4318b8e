import { isSpanContextValid, type Span } from '@opentelemetry/api'
import type { LogFields } from '../../base/log/log.ts'

/**
 * Returns the log fields that link a line to a span. Source: OpenTelemetry's rules for logs that are not OTLP,
 * https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */
export function toLogFields(span: Span | undefined): LogFields {
  const named = span?.spanContext()
  if (named === undefined || !isSpanContextValid(named)) return {}
  const { traceId, spanId, traceFlags } = named
  return {
    trace_id: traceId,
    span_id: spanId,
    trace_flags: traceFlags.toString(16).padStart(2, '0'),
  }
}
