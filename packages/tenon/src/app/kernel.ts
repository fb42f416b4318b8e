import type { Exchange } from '../http/exchange.ts'
import type { Reply } from '../http/reply.ts'
import { HttpRequest, type RequestSettings } from '../http/request.ts'
import type { Pages } from '../pages/pages.ts'
import { toErrorReply } from '../routing/compose.ts'
import type { Router } from '../routing/router.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { mayOverride, overrideMethod } from './method-override.ts'
import type { Render } from './render.ts'

/** What a kernel is made of. */
export interface KernelParts {
  readonly settings: RequestSettings
  readonly router: Router
  readonly pages: Pages
  readonly render: Render
  /** Answers before routing and middleware: health and built files; `undefined` is for the router. */
  readonly answerEarly: (request: HttpRequest) => MaybePromise<Reply> | undefined
}

/** A finished reply and the request that it answers. */
export interface Answer {
  readonly request: HttpRequest
  readonly reply: Reply
}

/** The application as an HTTP engine sees it: an exchange in, an answer out. Never throws. */
export interface Kernel {
  readonly handle: (exchange: Exchange) => MaybePromise<Answer>
}

/**
 * Puts an application together in the order in which a request meets its parts: what the server
 * answers for itself, the version of pages, a form's own method, the router, the rendering.
 */
export function createKernel({
  settings,
  router,
  pages,
  render,
  answerEarly,
}: KernelParts): Kernel {
  const route = (request: HttpRequest): MaybePromise<Reply> => {
    const early = answerEarly(request) ?? pages.conflict(request)
    if (early !== undefined) return early
    if (!mayOverride(request)) return router.dispatch(request)
    return overrideMethod(request).then(() => router.dispatch(request))
  }

  const answer = (request: HttpRequest, reply: Reply): MaybePromise<Answer> => {
    const rendered = render(request, reply)
    return isPromise(rendered)
      ? rendered.then((reply) => ({ request, reply }))
      : { request, reply: rendered }
  }

  return {
    handle(exchange) {
      const request = new HttpRequest(exchange, settings)
      try {
        const routed = route(request)
        return isPromise(routed)
          ? routed.then(
              (reply) => answer(request, reply),
              (error: unknown) => answer(request, toErrorReply(error)),
            )
          : answer(request, routed)
      } catch (error) {
        return answer(request, toErrorReply(error))
      }
    },
  }
}
