import { text } from '../../web/http/replies.ts'
import { isFinished, type Deferred, type FinishedReply, type Reply } from '../../web/http/reply.ts'
import type { HttpRequest, SendHook } from '../../web/http/request.ts'
import { hiddenValues } from '../../base/log/hidden-values.ts'
import type { Log } from '../../base/log/log.ts'
import { carriedKey } from '../../pages/pages/page-state.ts'
import { toErrorReply, type ReportError } from '../../web/routing/compose.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'

/** Functions that prepare replies for writing, one for each kind: pages, redirects, files and errors. */
export type Finishers = { readonly [Kind in Deferred['kind'] | 'plain']: Finish['with'] }

interface Finish {
  // Declared as a method, so that each function may expect the body of its own kind.
  with(request: HttpRequest, reply: Reply): MaybePromise<FinishedReply>
}

export interface ReplyFinisherParts {
  readonly finishers: Finishers
  readonly report: ReportError
  readonly log: Log
}

/**
 * Prepares the reply of a route or middleware for writing.
 *
 * Pages, redirects and errors get the format that the client asked for; files are opened. The given reply is not
 * changed. Errors that occur here are answered too.
 */
export class ReplyFinisher {
  readonly #parts: ReplyFinisherParts

  constructor(parts: ReplyFinisherParts) {
    this.#parts = parts
  }

  /** Finishes a reply. Never throws. */
  finish(request: HttpRequest, reply: Reply): MaybePromise<FinishedReply> {
    try {
      const finished = finishBody(this.#parts.finishers, request, reply)
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

  /** Runs the hooks that wait for the finished reply; one of them stores the session. */
  #release(request: HttpRequest, reply: FinishedReply): MaybePromise<FinishedReply> {
    const leak = hiddenValues.isFollowed ? findLeak(request, reply) : undefined
    if (leak !== undefined) return this.recover(request, leak)
    const hooks = request.takeSendHooks()
    return hooks.length === 0 ? complete(request, reply) : this.#runHooks(request, reply, hooks)
  }

  /** Runs hooks in order, and waits only for a hook that returns a promise: most sessions have not changed. */
  #runHooks(
    request: HttpRequest,
    reply: FinishedReply,
    [hook, ...others]: readonly SendHook[],
  ): MaybePromise<FinishedReply> {
    if (hook === undefined) return complete(request, reply)
    try {
      const sent = hook(reply)
      if (!isPromise(sent)) return this.#runHooks(request, sent, others)
      return sent.then(
        (sent) => this.#runHooks(request, sent, others),
        (error: unknown) => this.recover(request, error),
      )
    } catch (error) {
      return this.recover(request, error)
    }
  }

  /** Answers an error that no reply carries yet. Never throws. */
  async recover(request: HttpRequest, error: unknown): Promise<FinishedReply> {
    const { finishers, report, log } = this.#parts
    report(request, error)
    try {
      return complete(request, await finishers.error(request, toErrorReply(error)))
    } catch (failure) {
      log.error('The error page could not be rendered', { requestId: request.id, error: failure })
      return complete(request, text('Internal Server Error').status(500))
    }
  }
}

/**
 * Finishes a reply by the kind of its body. A reply that is ready to send concerns pages only if a page client has
 * asked for it, or if it carries data for the next page.
 */
export function finishBody(
  finishers: Finishers,
  request: HttpRequest,
  reply: Reply,
): MaybePromise<FinishedReply> {
  if (isFinished(reply)) {
    const concernsPages = request.isPageVisit || request.get(carriedKey) !== undefined
    return concernsPages ? finishers.plain(request, reply) : reply
  }
  // Sound: a reply that is not finished is deferred.
  const { kind } = reply.body as Deferred
  return finishers[kind](request, reply)
}

/**
 * Adds the headers of failures: the request's id, by which you find it in the log, and for 401 a scheme (RFC 9110,
 * section 15.5.2). No scheme is registered for logins with a cookie.
 */
function complete(request: HttpRequest, reply: FinishedReply): FinishedReply {
  const { statusCode } = reply
  if (statusCode < 401) return reply
  if (statusCode >= 500) return withDefault(reply, 'x-request-id', request.id)
  return statusCode === 401 ? withDefault(reply, 'www-authenticate', 'Cookie') : reply
}

function withDefault(reply: FinishedReply, name: string, value: string): FinishedReply {
  return reply.getHeader(name) === undefined ? reply.copy().header(name, value) : reply
}

function isHttpOnly(cookie: string): boolean {
  return /; HttpOnly/i.test(cookie)
}

/** The error for an answer that contains the value of a hidden column. Only development and tests look for it. */
function findLeak(request: HttpRequest, reply: FinishedReply): unknown {
  const answer = `The response to ${request.method} ${request.path()}`
  try {
    if (typeof reply.body === 'string') hiddenValues.check(reply.body, answer)
    for (const { text } of reply.cookies ?? []) {
      // A cookie that scripts cannot read is the right place for a token of this browser.
      if (!isHttpOnly(text)) hiddenValues.check(text, `${answer}, in a cookie,`)
    }
    reply.headers?.forEach((name, value) => {
      hiddenValues.check(value, `${answer}, in the header "${name}",`)
    })
    return undefined
  } catch (error) {
    return error
  }
}
