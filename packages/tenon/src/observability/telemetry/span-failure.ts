import { SpanStatusCode, type Exception, type Span } from '@opentelemetry/api'
import { personalValues } from '../../base/log/personal/personal-values.ts'

/** Marks a span as failed, with the thrown error. */
export function failSpan(span: Span, error: unknown): void {
  if (error instanceof Error) span.recordException(toException(error))
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Removes personal values from an error: messages of databases and libraries repeat them. */
function toException(error: Error): Exception {
  if (!personalValues.isFollowed) return error
  const { name, message, stack } = error
  return {
    name,
    message: personalValues.redact(message),
    ...(stack !== undefined && { stack: personalValues.redact(stack) }),
  }
}
