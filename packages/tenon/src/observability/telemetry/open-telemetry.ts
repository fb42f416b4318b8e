import { SpanKind, trace } from '@opentelemetry/api'
import { statements } from '../../base/log/channels.ts'
import { followJob, readTraceParent } from './job-span.ts'
import { toLogFields } from './log-fields.ts'
import { followRequest, nameSpan } from './request-span.ts'
import { failSpan } from './span-failure.ts'
import { recordStatement } from './statement-span.ts'
import type { Telemetry } from './telemetry.ts'

/**
 * Creates OpenTelemetry spans for requests, their statements, jobs, and runs of scheduled tasks.
 *
 * It uses only `@opentelemetry/api`. The SDK that your application starts decides which spans it keeps and where they
 * go. Without an SDK, nothing is recorded. Spans contain no query strings, headers, bodies, IP addresses or values of
 * statements. The one exception: the message of an error in a failed request, job or run may quote such a value.
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
          await work(toLogFields(span))
        } catch (error) {
          failSpan(span, error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    followJob: (run, work) => followJob(tracer, run, work),
    traceParent: readTraceParent,
    followStatements() {
      const stop = statements.listen((statement) => recordStatement(tracer, statement))
      return { [Symbol.dispose]: stop }
    },
    logFields: () => toLogFields(trace.getActiveSpan()),
  }
}
