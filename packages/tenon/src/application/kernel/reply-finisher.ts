import { text } from '../../web/http/replies.ts'
import type { FinishedReply, Reply } from '../../web/http/reply.ts'
import type { HttpRequest, SendHook } from '../../web/http/request.ts'
import type { Log } from '../../base/log/log.ts'
import { isPage } from '../../pages/pages/page.ts'
import type { Pages } from '../../pages/pages/pages.ts'
import { isError, toErrorReply, type ReportError } from '../../web/routing/compose.ts'
import { isPromise, whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Sessions } from '../../identity/session/sessions.ts'
import type { ErrorAnswers } from './error-answers.ts'
import { finishBody } from './finish-body.ts'
import { prepareFlash } from './session-flash.ts'

export interface ReplyFinisherParts {
  readonly pages: Pages
  readonly errors: ErrorAnswers
  readonly report: ReportError
  readonly log: Log
  /** Sessions keep flash data if they are on the server. */
  readonly sessions: Sessions
}

/**
 * Prepares the reply from the middleware for writing.
 *
 * Pages, redirects and errors get the format that the client asked for; files are opened. The given
 * reply is not changed. An error on the way is handled too.
 */
export class ReplyFinisher {
  readonly #parts: ReplyFinisherParts

  constructor(parts: ReplyFinisherParts) {
    this.#parts = parts
  }

  /** Finishes a reply. Never throws. */
  finish(request: HttpRequest, reply: Reply): MaybePromise<FinishedReply> {
    try {
      const finished = isError(reply)
        ? this.#parts.errors.answer(request, reply)
        : this.#finishBody(request, reply)
      return isPromise(finished)
        ? finished.then(
            (finished) => this.#release(request, finished),
            (error: unknown) => this.recover(request, error),
          )
        : this.#release(request, finished)
    } catch (error) {
      return this.recover(request, error)
    }
  }

  #finishBody(request: HttpRequest, reply: Reply): MaybePromise<FinishedReply> {
    const { pages, sessions } = this.#parts
    if (!sessions.isOnServer) return finishBody(pages, request, reply)
    const prepared = prepareFlash(request, { isPage: isPage(reply) })
    return whenReady(prepared, () => finishBody(pages, request, reply))
  }

  /** Runs the hooks that wait for the finished reply, in order; one of them stores the session. */
  #release(request: HttpRequest, reply: FinishedReply): MaybePromise<FinishedReply> {
    const hooks = request.takeSendHooks()
    if (hooks.length === 0) return withRequestId(request, reply)
    return this.#runHooks(request, reply, hooks)
  }

  async #runHooks(
    request: HttpRequest,
    reply: FinishedReply,
    hooks: readonly SendHook[],
  ): Promise<FinishedReply> {
    try {
      let sent = reply
      for (const hook of hooks) sent = await hook(sent)
      return withRequestId(request, sent)
    } catch (error) {
      return this.recover(request, error)
    }
  }

  /** Answers an error that no reply carries yet. Never throws. */
  async recover(request: HttpRequest, error: unknown): Promise<FinishedReply> {
    const { errors, report, log } = this.#parts
    report(request, error)
    try {
      return withRequestId(request, await errors.answer(request, toErrorReply(error)))
    } catch (failure) {
      log.error('The error page could not be rendered', { requestId: request.id, error: failure })
      return withRequestId(request, text('Internal Server Error').status(500))
    }
  }
}

/** Adds the request's id to every failure, so that you can find it in the log. */
function withRequestId(request: HttpRequest, reply: FinishedReply): FinishedReply {
  return reply.statusCode >= 500 && reply.getHeader('x-request-id') === undefined
    ? reply.copy().header('x-request-id', request.id)
    : reply
}
