import type { HttpRequest } from '../http/request.ts'
import type { Reply } from '../http/reply.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Demand } from './access-rule.ts'
import type { Deprecation } from './lifecycle/deprecation.ts'
import type { PathPattern } from './path-pattern.ts'
import type { CallSite } from './call-site.ts'
import type { Provision } from './provision.ts'

/**
 * Runs the rest: inner middleware, bindings and handler; again on each call. Never throws: an error
 * becomes a reply with the error as `error`.
 */
export type Next = () => MaybePromise<Reply>

/**
 * A function around a route, a group or the whole application.
 *
 * It either answers by itself, or calls `next()` and returns the reply, changed or not. Outer
 * groups run first, the route's own middleware last. Middleware that provides a value for handlers
 * to bind is created by `provided()`: `Middleware<{ user: User }>`. `IsLogin` is true if the value identifies
 * who sent the request.
 */
export interface Middleware<Values extends object = {}, IsLogin extends boolean = boolean> {
  (request: HttpRequest, next: Next): unknown
  readonly provides?: Provision<Values, IsLogin>
  /**
   * The statuses with which it may answer instead of the handler, for the OpenAPI document and, as
   * literals, for the typed client: `{ refuses: [402] } as const`.
   */
  readonly refuses?: readonly number[]
  /** How it identifies the user, if it requires a login, for the OpenAPI document. */
  readonly credentials?: Credentials
  /** Whether it works only with `APP_KEY`, without which a process in production does not serve. */
  readonly needsKey?: boolean
  /** Since when its routes are deprecated, for the OpenAPI document: set by `deprecated()`. */
  readonly deprecates?: Deprecation
  /** What an earlier middleware must have done. A route without such middleware does not boot. */
  readonly after?: Prerequisite
  /** Whether it only works as middleware of the application, like `cors()`. On a route or group it is an error at boot. */
  readonly isGlobal?: boolean
}

/** What a middleware requires of an earlier one. */
export interface Prerequisite {
  /** Whether an earlier middleware meets the requirement. */
  readonly isMetBy: (before: Middleware) => boolean
  /** The end of the message: sentences that say what is missing and what to do. */
  readonly remedy: string
}

/** A session's cookie, or a token in the header `Authorization`: `Bearer …` (RFC 6750) or `Token …`. */
export type Credentials = 'session' | 'bearer' | 'token'

/** A handler without bindings: a function of the request. Its return value becomes the reply. */
// `any` rather than `unknown`: with any other type the compiler would check the function's result
// against it, and a function that calls `route()` of the list it belongs to would need that list's
// type.
// oxlint-disable-next-line typescript/no-explicit-any
export type PlainHandler = (request: HttpRequest) => any

declare const contract: unique symbol

/** What a handler takes from its path, its middleware and its client. */
export interface Contract {
  /** Maps a parameter's name to the `Need` that the handler binds it to. */
  readonly needs: object
  /** The input of the request type; `unknown` if there is none. */
  readonly fields: unknown
  /** The input of the query type; `unknown` if there is none. */
  readonly query: unknown
  /** The provided values that are bound: a union of records, each with one name. */
  readonly takes: object
  /** The bindings of records that have an owner; `never` if there are none. */
  readonly owned: unknown
  /** The names of the headers that are bound: a union of literals. */
  readonly headers: string
  /** What clients receive by status; `unknown` if the handler does not declare its responses. */
  readonly answers: unknown
  /** What it declares, as it was passed to `.answers()`; `unknown` if it does not. */
  readonly stated: unknown
}

/** A handler that declares its bindings, created by `handler()`. */
export interface Handler<C extends Contract> {
  readonly [contract]?: C
  /** Prepares the handler for one route, at boot. Throws if the path does not fit. */
  compile(site: RouteSite): CompiledHandler
  /** Its declared responses; `undefined` for a handler without. */
  readonly answers?: unknown
}

/** The contract of a handler. */
export type ContractOf<H> = H extends Handler<infer C> ? C : NoContract

/** The contract of a plain function, which takes nothing. */
export interface NoContract {
  readonly needs: {}
  readonly fields: unknown
  readonly query: unknown
  readonly takes: never
  readonly owned: never
  readonly headers: never
  readonly answers: unknown
  readonly stated: unknown
}

/** The route that a handler is prepared for. */
export interface RouteSite {
  readonly pattern: PathPattern
  /** Where the route was declared, for messages. */
  readonly place: CallSite
  /** Whether records are looked up by their keys alone, even if nested in the path. */
  readonly isUnscoped: boolean
  /** Whether every answer is compared with what the handler declares. */
  readonly checksAnswers: boolean
  /** All middleware before the handler, outermost first. */
  readonly middlewares: readonly Middleware[]
  /** The rules that run after records are found and before the body is read. */
  readonly demands: readonly Demand[]
}

/** A handler that is prepared for one route. */
export interface CompiledHandler {
  readonly run: RunHandler
  /** Converts what `run` returned, after its promise has resolved, to the reply that the handler declares. */
  readonly toAnswer?: (result: unknown) => MaybePromise<Reply>
  /** Runs the whole route, with its middleware. */
  readonly around?: (answer: () => MaybePromise<Reply>) => MaybePromise<Reply>
}

/** Runs after the route's middleware has let the request through. */
export type RunHandler = (request: HttpRequest) => unknown
