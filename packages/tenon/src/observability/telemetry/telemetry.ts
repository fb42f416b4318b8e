import type { Exchange } from '../../web/http/exchange.ts'
import type { Answered, HttpRequest } from '../../web/http/request.ts'
import type { LogFields } from '../../base/log/log.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/** Traces what an application does; created by `openTelemetry()`. */
export interface Telemetry {
  /** Handles a request and traces it until the response is sent or the client disconnects. */
  followRequest(exchange: Exchange, handle: () => MaybePromise<Answered>): MaybePromise<Answered>
  /** Names the current span after the request's route, before the request is handled. */
  nameRequest(request: HttpRequest): void
  /** Runs a scheduled task in a span; `work` gets its log fields. */
  followRun(run: FollowedRun, work: (span: LogFields) => unknown): Promise<void>
  /**
   * Runs an attempt at a job in a span that continues the trace of its dispatch. `work` gets the log fields of the
   * span.
   */
  followJob(run: FollowedJob, work: (span: LogFields) => Promise<unknown>): Promise<unknown>
  /** Returns the W3C `traceparent` of the current span, which is stored with a job. */
  traceParent(): string | undefined
  /** Traces the statements of databases that are opened later, until disposed. */
  followStatements(): Disposable
  /** Returns the trace fields of a log line: `trace_id`, `span_id`, `trace_flags`, or none. */
  logFields(): LogFields
}

/** One run of a scheduled task. */
export interface FollowedRun {
  readonly task: string
  readonly tick: Date
  readonly attempt: number
}

/** One attempt at a job. */
export interface FollowedJob {
  readonly job: string
  readonly id: number
  readonly attempt: number
  readonly queue: string
  /** The `traceparent` of the span that dispatched the job. */
  readonly trace: string | null
}
