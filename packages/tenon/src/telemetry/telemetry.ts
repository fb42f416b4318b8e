import type { Exchange } from '../http/exchange.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { LogFields } from '../log/log.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'

/** Follows what an application does and hands it to a tracer; made by `openTelemetry()`. */
export interface Telemetry {
  /** Handles a request, and follows it until its answer was sent or its client has left. */
  followRequest<Answer extends FollowedAnswer>(
    exchange: Exchange,
    handle: () => MaybePromise<Answer>,
  ): MaybePromise<Answer>
  /** Tells what follows the current request of the route that it has, before it is handled. */
  nameRequest(request: HttpRequest): void
  /** Runs a scheduled task. */
  followRun(run: FollowedRun, work: () => unknown): Promise<void>
  /** Follows the statements of databases that are opened from now on, until it is disposed. */
  followStatements(): Disposable
  /** What a line of the log carries here and now: `trace_id`, `span_id`, `trace_flags`, or nothing. */
  logFields(): LogFields
}

/** What a request was answered with. */
export interface FollowedAnswer {
  readonly request: HttpRequest
  readonly reply: Reply
}

/** One run of a scheduled task. */
export interface FollowedRun {
  readonly task: string
  readonly tick: Date
  readonly attempt: number
}
