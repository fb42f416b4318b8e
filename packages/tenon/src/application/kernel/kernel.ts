import { tracingChannel } from 'node:diagnostics_channel'
import type { Exchange } from '../../web/http/exchange.ts'
import type { FinishedReply, Reply } from '../../web/http/reply.ts'
import { type Answered, HttpRequest, type RequestSettings } from '../../web/http/request.ts'
import type { Pages } from '../../pages/pages/pages.ts'
import type { Router } from '../../web/routing/router.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { outsideBase } from './outside-base.ts'
import { hiddenValues } from '../../base/log/hidden-values.ts'
import { personalValues } from '../../base/log/personal/personal-values.ts'
import { logContexts } from '../../base/log/log-context.ts'
import type { Log } from '../../base/log/log.ts'
import type { RequestLanguage, RequestLanguages } from './request-languages.ts'
import type { ReplyFinisher } from './reply-finisher.ts'

/** The parts of a kernel. */
export interface KernelParts {
  readonly settings: RequestSettings
  readonly router: Router
  readonly pages: Pages
  readonly finisher: ReplyFinisher
  readonly log: Log
  readonly maintenance: Maintenance | undefined
  /** Finds the language of each request; `undefined` for an application without languages. */
  readonly languages?: RequestLanguages | undefined
}

/** Answers requests while the application is down. */
export interface Maintenance {
  /** A field and not a function, because every request reads it: `undefined` while the application is up. */
  readonly watch: { readonly current: object | undefined }
  /** Answers instead of the application; `undefined` lets a request through. */
  readonly answer: (request: HttpRequest) => Reply | undefined
}

/** The application as an HTTP engine sees it: an exchange in, an answer out. It never throws. */
export interface Kernel {
  readonly handle: (exchange: Exchange) => MaybePromise<Answered>
}

/** What subscribers to the tracing channel `tenon.request` receive for each request. */
export interface RequestTrace {
  readonly exchange: Exchange
  /** From `asyncEnd` on: the reply, and the request with the route that answered. */
  readonly result?: Answered
}

/**
 * Assembles an application from its parts: the router answers a request, then its reply is finished.
 *
 * Before the router, only maintenance, redirects of languages and visits of page clients are checked. Requests are
 * traced on the channel `tenon.request` of `node:diagnostics_channel`. If the channel has subscribers, every answer is
 * a promise.
 */
export function createKernel({
  settings,
  router,
  pages,
  finisher,
  maintenance,
  languages,
  log,
}: KernelParts): Kernel {
  const route = outsideBase(settings.base, log, (request) => {
    const isDown = maintenance?.watch.current !== undefined && !router.staysUp(request)
    const closed = isDown ? maintenance.answer(request) : undefined
    if (closed !== undefined) return closed
    const moved = languages?.redirect(request)
    if (moved !== undefined) return moved
    return (request.isPageVisit ? pages.begin(request) : undefined) ?? router.dispatch(request)
  })

  const toAnswered = toAnswerOf(settings.base)

  const answer = (request: HttpRequest, reply: Reply, spoken: Spoken): MaybePromise<Answered> => {
    const finished = finisher.finish(request, reply)
    // Do not use `whenReady` here: this saves a function for every request that is answered synchronously.
    return isPromise(finished)
      ? finished.then((reply) => toAnswered(request, reply, spoken))
      : toAnswered(request, finished, spoken)
  }

  const recover = async (request: HttpRequest, error: unknown, spoken: Spoken): Promise<Answered> =>
    toAnswered(request, await finisher.recover(request, error), spoken)

  const handle = (request: HttpRequest, spoken: Spoken): MaybePromise<Answered> => {
    try {
      const routed = route(request)
      return isPromise(routed)
        ? routed.then(
            (reply) => answer(request, reply, spoken),
            (error: unknown) => recover(request, error, spoken),
          )
        : answer(request, routed, spoken)
    } catch (error) {
      return recover(request, error, spoken)
    }
  }

  const takeRequest = (request: HttpRequest, spoken?: RequestLanguage): MaybePromise<Answered> => {
    if (!logContexts.isFollowed) return handle(request, spoken)
    return logContexts.run({ log, request }, () => handle(request, spoken))
  }

  const takeInLanguage =
    languages === undefined
      ? takeRequest
      : (request: HttpRequest) => languages.run(request, (spoken) => takeRequest(request, spoken))

  const take = (exchange: Exchange): MaybePromise<Answered> => {
    const request = new HttpRequest(exchange, settings)
    if (!personalValues.isFollowed && !hiddenValues.isFollowed) return takeInLanguage(request)
    return personalValues.run(() => hiddenValues.run(() => takeInLanguage(request)))
  }

  const traces = tracingChannel<unknown, RequestTrace>('tenon.request')
  return {
    handle: (exchange) =>
      traces.start.hasSubscribers
        ? traces.tracePromise(async () => take(exchange), { exchange })
        : take(exchange),
  }
}

/** The language of a request, in an application with languages. */
type Spoken = RequestLanguage | undefined

/** Adds the language. Part of the answer's promise: another promise would be the largest cost of languages. */
function toAnswer(request: HttpRequest, reply: FinishedReply, spoken: Spoken): Answered {
  return { request, reply: spoken === undefined ? reply : spoken.tell(reply) }
}

/** Limits cookies to the base path, so that other applications on the same host do not get them. */
function toAnswerOf(base: string | undefined): typeof toAnswer {
  if (base === undefined) return toAnswer
  return (request, reply, spoken) => toAnswer(request, reply.below(base), spoken)
}
