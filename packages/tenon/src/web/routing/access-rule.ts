import type { HttpRequest } from '../http/request.ts'
import { Forbidden } from '../../base/support/http-error.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Provision } from './provision.ts'

/** Decides whether a request may reach the handler. The abilities of a policy are access rules. */
export interface AccessRule {
  /** For messages and listings: `update todos`. */
  readonly title: string
  /** The model whose record it judges; `undefined` if it judges the request alone. */
  readonly model: { readonly table: string } | undefined
  /** The value that says who is judged, such as the user. Middleware before the route must provide it. */
  readonly provision: Provision<object>
  /** Throws if the request may not reach the handler. */
  check(request: HttpRequest, record: unknown): MaybePromise<void>
}

/** A 403 that a rule has reported itself, as a security event with more details. */
export class AccessDenied extends Forbidden {}

/** Who may use a route or a group, as it declares. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn' }
  | ({ readonly kind: 'can' } & Demand)

/** A rule, and the name of the binding that it judges if there are several to choose from. */
export interface Demand {
  readonly rule: AccessRule
  readonly on: string | undefined
}

/** The rules of a route, outermost first. */
export function toDemands(access: readonly Access[]): readonly Demand[] {
  return access.filter((stated) => stated.kind === 'can')
}
