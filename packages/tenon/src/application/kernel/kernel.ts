import type { Exchange } from '../../web/http/exchange.ts'
import type { Reply } from '../../web/http/reply.ts'
import { type Answered, HttpRequest, type RequestSettings } from '../../web/http/request.ts'
import type { Pages } from '../../pages/pages/pages.ts'
import type { Router } from '../../web/routing/router.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { logContexts } from '../../base/log/log-context.ts'
import type { Log } from '../../base/log/log.ts'
import type { ReplyFinisher } from './reply-finisher.ts'

/** The parts of a kernel. */
export interface KernelParts {
  readonly settings: RequestSettings
  readonly router: Router
  readonly pages: Pages
  readonly finisher: ReplyFinisher
  readonly log: Log
  /** Answers before routing and middleware: health and built files; `undefined` passes to the router. */
  readonly answerEarly: (request: HttpRequest) => MaybePromise<Reply> | undefined
}

/** The application as an HTTP engine sees it: an exchange in, an answer out. Never throws. */
export interface Kernel {
  readonly handle: (exchange: Exchange) => MaybePromise<Answered>
}

/**
 * Assembles an application from its parts.
 *
 * A request passes them in this order: the server's own answers, the version of pages, the router,
 * rendering.
 */
export function createKernel({
  settings,
  router,
  pages,
  finisher,
  answerEarly,
  log,
}: KernelParts): Kernel {
  const route = (request: HttpRequest): MaybePromise<Reply> =>
    answerEarly(request) ?? pages.conflict(request) ?? router.dispatch(request)

  const answer = (request: HttpRequest, reply: Reply): MaybePromise<Answered> => {
    const finished = finisher.finish(request, reply)
    // Not `whenReady`: this saves one function for every request that is answered synchronously.
    return isPromise(finished)
      ? finished.then((reply) => ({ request, reply }))
      : { request, reply: finished }
  }

  const recover = async (request: HttpRequest, error: unknown): Promise<Answered> => {
    return { request, reply: await finisher.recover(request, error) }
  }

  const handle = (request: HttpRequest): MaybePromise<Answered> => {
    try {
      const routed = route(request)
      return isPromise(routed)
        ? routed.then(
            (reply) => answer(request, reply),
            (error: unknown) => recover(request, error),
          )
        : answer(request, routed)
    } catch (error) {
      return recover(request, error)
    }
  }

  return {
    handle(exchange) {
      const request = new HttpRequest(exchange, settings)
      if (!logContexts.isFollowed) return handle(request)
      return logContexts.run({ log, request }, () => handle(request))
    },
  }
}
