import type { HttpRequest } from '../http/request.ts'
import { Reply, type Deferred } from '../http/reply.ts'
import { toReply } from '../http/to-reply.ts'
import { HttpError } from '../support/http-error.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import type { Middleware, RunHandler } from './handler.ts'

/** A composed route: never throws; an error is a reply that carries it. */
export type Endpoint = (request: HttpRequest) => MaybePromise<Reply>

/**
 * Folds middleware around a handler, from the inside out, once at boot.
 *
 * Every layer's result becomes a `Reply` before the layer around it sees it, and what a layer throws
 * does as well: `next()` never rejects. `toTitle` is asked when a message needs it.
 */
export function compose(
  middlewares: readonly Middleware[],
  run: RunHandler,
  toTitle: () => string,
): Endpoint {
  return middlewares.reduceRight<Endpoint>(
    (inner, middleware) => around(middleware, inner, () => `A middleware of ${toTitle()}`),
    guard(run, () => `The handler of ${toTitle()}`),
  )
}

/**
 * What a middleware passes on as `next()` gave it is settled already, and taken as it is: a promise
 * less for every middleware around a handler that is awaited.
 */
function around(middleware: Middleware, inner: Endpoint, whose: () => string): Endpoint {
  const settle = toSettle(whose)
  return (request) => {
    try {
      let passed: MaybePromise<Reply> | undefined
      const result = middleware(request, () => (passed = inner(request)))
      if (passed !== undefined && result === passed) return passed
      if (result instanceof Reply) return result
      return isPromise(result) ? result.then(settle, toErrorReply) : settle(result)
    } catch (error) {
      return toErrorReply(error)
    }
  }
}

/**
 * Makes a reply of what went wrong, for the application to render: the client's status, or 500. Never
 * throws: a header of the error that cannot be sent is the greater mistake, and takes its place.
 */
export function toErrorReply(error: unknown): Reply {
  if (!(error instanceof HttpError)) return new Reply(500, undefined, errorBody, error)

  const reply = new Reply(error.status, undefined, errorBody, error)
  try {
    for (const [name, value] of Object.entries(error.headers)) reply.header(name, value)
  } catch (failure) {
    return new Reply(500, undefined, errorBody, failure)
  }
  return reply
}

const errorBody: Deferred = { kind: 'error' }

function guard(run: RunHandler, whose: () => string): Endpoint {
  const settle = toSettle(whose)
  return (request) => {
    try {
      const result = run(request)
      if (result instanceof Reply) return result
      return isPromise(result) ? result.then(settle, toErrorReply) : settle(result)
    } catch (error) {
      return toErrorReply(error)
    }
  }
}

function toSettle(whose: () => string): (result: unknown) => Reply {
  return (result) => {
    try {
      return toReply(result, whose)
    } catch (error) {
      return toErrorReply(error)
    }
  }
}
