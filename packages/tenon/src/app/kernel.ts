import type { Exchange } from '../http/exchange.ts'
import { isDeferred, type Reply } from '../http/reply.ts'
import { HttpRequest, type RequestSettings } from '../http/request.ts'
import type { Log } from '../log/log.ts'
import type { Pages } from '../pages/pages.ts'
import { toErrorReply } from '../routing/compose.ts'
import type { Router } from '../routing/router.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { healthPath } from './health.ts'
import { mayOverride, overrideMethod } from './method-override.ts'
import type { Renderer } from './renderer.ts'

/** What a kernel is made of. */
export interface KernelParts {
  readonly router: Router
  readonly pages: Pages
  readonly renderer: Renderer
  readonly health: (request: HttpRequest) => MaybePromise<Reply>
  readonly settings: RequestSettings
  /** Files that were built into the application, by path. */
  readonly assets: ((request: HttpRequest) => MaybePromise<Reply> | undefined)
  readonly log: Log
}

/** The application as an HTTP engine sees it: an exchange in, a finished reply out. Never throws. */
export interface Kernel {
  handle(exchange: Exchange): MaybePromise<Answer>
}

/** A finished reply, and the request that it answers, for the engine and the log. */
export interface Answer {
  readonly request: HttpRequest
  readonly reply: Reply
}
