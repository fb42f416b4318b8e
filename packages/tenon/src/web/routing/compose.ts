import type { HttpRequest } from '../http/request.ts'
import { isStream, Reply, type Deferred } from '../http/reply.ts'
import { stateKey } from '../http/state-key.ts'
import { toReply } from '../http/to-reply.ts'
import { watchStream } from './watch-stream.ts'
import { HttpError } from '../../base/support/http-error.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import type { CompiledHandler, Middleware, RunHandler } from './handler.ts'

/** A composed route. It never throws: an error becomes a reply that carries it. */
export type Endpoint = (request: HttpRequest) => MaybePromise<Reply>

/** Called with every error when it becomes a reply, whatever middleware then does with it. */
export type ReportError = (request: HttpRequest, error: unknown) => void

export interface Composition {
  /** Returns the name of the route or other owner; called when a message needs it. */
  readonly toTitle: () => string
  readonly report?: ReportError | undefined
  /** How many middlewares belong to the application itself, around every route. Default: 0. */
  readonly outerCount?: number
}

/**
 * Composes middleware around a handler, from the inside out, once at boot.
 *
 * The result of every layer, including a thrown error, becomes a `Reply` before the next layer sees
 * it: `next()` never rejects. The reply from `next()` is a copy that the middleware may change,
 * because an inner layer may return the same object again for another request.
 */
export function compose(
  middlewares: readonly Middleware[],
  { run, toAnswer }: CompiledHandler,
  { toTitle, report, outerCount = 0 }: Composition,
): Endpoint {
  const handler = guard(run, {
    isOutermost: middlewares.length === 0,
    isInner: true,
    whose: () => `The handler of ${toTitle()}`,
    take: toAnswer === undefined ? takeReply : takeStated(toAnswer),
    report,
  })
  return middlewares.reduceRight<Endpoint>(
    (inner, middleware, index) =>
      around(middleware, inner, {
        isOutermost: index === 0,
        isInner: index >= outerCount,
        whose: () => `A middleware of ${toTitle()}`,
        take: takeReply,
        report,
      }),
    handler,
  )
}

interface Layer {
  /** Whether no middleware receives the result, so nobody changes it. */
  readonly isOutermost: boolean
  /** Whether global middleware has let the request through. */
  readonly isInner: boolean
  readonly whose: () => string
  /** Converts a result to a reply. */
  readonly take: Take
  readonly report: ReportError | undefined
}

/**
 * A reply that a middleware returns unchanged from `next()` needs no conversion. Only a middleware around it needs a
 * copy, because the inner one may keep the reply.
 */
function around(middleware: Middleware, inner: Endpoint, layer: Layer): Endpoint {
  return (request) => {
    try {
      let passed: MaybePromise<Reply> | undefined
      const result = middleware(request, () => (passed = inner(request)))
      if (passed !== undefined && result === passed) {
        if (layer.isOutermost) return passed
        return isPromise(passed) ? passed.then(toCopy) : passed.copy()
      }
      return isPromise(result) ? settle(request, result, layer) : takeReply(request, result, layer)
    } catch (error) {
      return fail(request, error, layer)
    }
  }
}

function toCopy(reply: Reply): Reply {
  return reply.copy()
}

function guard(run: RunHandler, layer: Layer): Endpoint {
  return (request) => {
    try {
      const result = run(request)
      return isPromise(result) ? settle(request, result, layer) : layer.take(request, result, layer)
    } catch (error) {
      return fail(request, error, layer)
    }
  }
}

function settle(request: HttpRequest, result: Promise<unknown>, layer: Layer): Promise<Reply> {
  return result.then(
    (settled) => {
      try {
        return layer.take(request, settled, layer)
      } catch (error) {
        return fail(request, error, layer)
      }
    },
    (error: unknown) => fail(request, error, layer),
  )
}

type Take = (request: HttpRequest, result: unknown, layer: Layer) => MaybePromise<Reply>

/** Converts a declared result without a promise if possible: one more would cost as much as checking ten objects. */
function takeStated(toAnswer: NonNullable<CompiledHandler['toAnswer']>): Take {
  return (request, result, layer) => {
    if (result instanceof HttpError) return fail(request, result, layer)
    const reply = toAnswer(result)
    return isPromise(reply)
      ? settle(request, reply, { ...layer, take: takeReply })
      : takeReply(request, reply, layer)
  }
}

function takeReply(request: HttpRequest, result: unknown, layer: Layer): Reply {
  // A failed validation is returned, not thrown.
  if (result instanceof HttpError) return fail(request, result, layer)
  const reply = toReply(result, layer.whose)
  if (isStream(reply.body)) watchStream(request, reply.body)
  return reply === result && !layer.isOutermost ? reply.copy() : reply
}

/** Set on a request that failed after global middleware had let it through. */
export const failedInside = stateKey<true>('failed inside global middleware')

function fail(request: HttpRequest, error: unknown, { isInner, report }: Layer): Reply {
  if (isInner) request.set(failedInside, true)
  report?.(request, error)
  return toErrorReply(error)
}

/**
 * Converts an error to a reply that the application renders: with the client error's status, or
 * 500. Never throws: if one of the error's headers cannot be sent, that failure replaces the error.
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

/** Checks whether a reply is an error that has not been rendered yet. */
export function isError(reply: Reply): boolean {
  return reply.body === errorBody
}

const errorBody: Deferred = { kind: 'error' }
