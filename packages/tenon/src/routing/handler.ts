import type { HttpRequest } from '../http/request.ts'
import type { Reply } from '../http/reply.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'
import type { PathPattern } from './path-pattern.ts'
import type { Place } from './place.ts'

/**
 * Runs the rest: inner middleware, bindings, handler; at each call once more. Never throws: an error
 * is a reply that carries it as `error`.
 */
export type Next = () => MaybePromise<Reply>

/**
 * A function around a route, a group or the whole application: it may answer by itself, or call
 * `next()` and pass on, or change, the reply. Outer groups run first, route middleware last.
 */
export type Middleware = (request: HttpRequest, next: Next) => unknown

/** A handler without bindings: a function of the request. What it returns becomes the reply. */
// `any` and not `unknown`: the checker then never resolves the body's type while it resolves the
// route list, and a handler may call `route()` of the list that it stands in.
// oxlint-disable-next-line typescript/no-explicit-any
export type PlainHandler = (request: HttpRequest) => any

declare const needs: unique symbol
declare const fields: unique symbol

/** A handler that states what it binds; `handler()` makes one. */
export interface Handler<Needs extends object, Fields = unknown> {
  readonly [needs]?: Needs
  readonly [fields]?: Fields
  /** Prepares the handler for one route, at boot. Throws when the path does not fit. */
  compile(site: RouteSite): RunHandler
}

/** The route that a handler is prepared for. */
export interface RouteSite {
  readonly pattern: PathPattern
  /** Where the route was declared, for messages. */
  readonly place: Place
  /** Whether records are looked up by their keys alone, whatever stands before them in the path. */
  readonly isUnscoped: boolean
}

/** What a route runs once its middleware has let the request through. */
export type RunHandler = (request: HttpRequest) => unknown
