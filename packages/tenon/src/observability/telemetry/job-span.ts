import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  type Context,
  type Tracer,
} from '@opentelemetry/api'
import type { LogFields } from '../../base/log/log.ts'
import { toLogFields } from './log-fields.ts'
import { failSpan } from './span-failure.ts'
import type { FollowedJob } from './telemetry.ts'

/** Runs an attempt at a job in a span that continues the trace of its dispatch. */
export function followJob(
  tracer: Tracer,
  { job, id, attempt, queue, trace }: FollowedJob,
  work: (span: LogFields) => Promise<unknown>,
): Promise<unknown> {
  const attributes = {
    'tenon.job.name': job,
    'tenon.job.id': id,
    'tenon.job.attempt': attempt,
    'tenon.job.queue': queue,
  }
  const options = { kind: SpanKind.CONSUMER, attributes }
  return tracer.startActiveSpan(`job ${job}`, options, toParent(trace), async (span) => {
    try {
      return await work(toLogFields(span))
    } catch (error) {
      failSpan(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Returns the W3C `traceparent` of the current span; `undefined` without a span, or if no SDK propagates it. */
export function readTraceParent(): string | undefined {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier['traceparent']
}

function toParent(traceparent: string | null): Context {
  return traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent })
}
