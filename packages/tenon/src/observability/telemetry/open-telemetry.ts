import { SpanKind, trace } from '@opentelemetry/api'
import { statements } from '../log/channels.ts'
import { toLogFields } from './log-fields.ts'
import { followRequest, nameSpan } from './request-span.ts'
import { failSpan } from './span-failure.ts'
import { recordStatement } from './statement-span.ts'
import type { Telemetry } from './telemetry.ts'

/**
 * Makes spans of requests, of their statements and of runs of scheduled tasks, by OpenTelemetry.
 *
 * It speaks to `@opentelemetry/api` only: which spans are kept and where they go is said by the
 * SDK that the application starts, and without one nothing is recorded. Queries of URLs, headers,
 * bodies, addresses and the values of statements are in no span, unless the exception of a failed
 * request or run quotes them in its message.
 *
 * @example
 * export const app = application({ root, routes: list, telemetry: openTelemetry() })
 */
export function openTelemetry(): Telemetry {
  const tracer = trace.getTracer('tenon')
  return {
    followRequest: (exchange, handle) => followRequest(tracer, exchange, handle),
    nameRequest: nameSpan,
    followRun({ task, tick, attempt }, work) {
      const attributes = {
        'tenon.task.name': task,
        'tenon.task.tick': tick.toISOString(),
        'tenon.task.attempt': attempt,
      }
      const options = { kind: SpanKind.INTERNAL, root: true, attributes }
      return tracer.startActiveSpan(`task ${task}`, options, async (span) => {
        try {
          await work()
        } catch (error) {
          failSpan(span, error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    followStatements() {
      const stop = statements.listen((statement) => recordStatement(tracer, statement))
      return { [Symbol.dispose]: stop }
    },
    logFields: () => toLogFields(trace.getActiveSpan()),
  }
}
