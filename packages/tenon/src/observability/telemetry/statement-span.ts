import { SpanKind, SpanStatusCode, trace, type Attributes, type Tracer } from '@opentelemetry/api'
import type { StatementMessage } from '../../base/log/channels.ts'

/**
 * Records a finished statement as a child of the active span. Without an active span, as when the scheduler reads its
 * ledger, it records nothing.
 */
export function recordStatement(tracer: Tracer, statement: StatementMessage): void {
  if (trace.getActiveSpan() === undefined) return
  const endedAt = performance.now()
  const attributes = toAttributes(statement)
  const span = tracer.startSpan(String(attributes['db.query.summary']), {
    kind: SpanKind.CLIENT,
    startTime: endedAt - statement.durationMs,
    attributes,
  })
  if (statement.error !== undefined) {
    // Do not record the message: it may quote values.
    span.setAttribute('error.type', statement.error.name)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end(endedAt)
}

const systems = { sqlite: 'sqlite', postgres: 'postgresql' } as const

function toAttributes({ sql, dialect }: StatementMessage): Attributes {
  const [verb = 'SQL'] = /\w+/.exec(sql) ?? []
  const operation = verb.toUpperCase()
  const table = /\b(?:from|into|update)\s+(?:"([^"]+)"|(\w+))/i.exec(sql)
  const name = table?.[1] ?? table?.[2]
  return {
    'db.system.name': systems[dialect],
    'db.query.text': sql,
    'db.query.summary': name === undefined ? operation : `${operation} ${name}`,
    'db.operation.name': operation,
  }
}
