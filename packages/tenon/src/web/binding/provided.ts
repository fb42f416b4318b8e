import type { HttpRequest } from '../http/request.ts'
import type { Reply } from '../http/reply.ts'
import type { StateKey } from '../http/state-key.ts'
import type { Middleware, Prerequisite } from '../routing/handler.ts'
import type { Provision } from '../routing/provision.ts'
import { nameFunction } from '../../base/support/values/name-function.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Binding, RequestBinding } from './binding.ts'

/**
 * A value that middleware provides: the user, a tenant. Bind it in a handler, make middleware that
 * provides it, or read it with `request.get()`.
 *
 * A handler that binds it on a route without such middleware does not compile and does not boot.
 */
export interface Provided<Values extends object, IsLogin extends boolean = boolean>
  extends
    Provision<Values, IsLogin>,
    RequestBinding<Values[keyof Values]>,
    StateKey<Values[keyof Values]> {
  /** The value of a request on a route with such middleware. */
  readonly read: (request: HttpRequest) => Values[keyof Values]
  /** The end of the message about a handler without such middleware: what to do. */
  readonly remedy: string
  /**
   * Creates middleware that provides the value. Pass it to `next`, or answer without calling `next`. The list of routes
   * shows it under the name of the function, or of the value if the function has none.
   */
  middleware(run: Provide<Values[keyof Values]>): Middleware<Values, IsLogin>
}

/** A middleware whose `next` takes the value that it provides. */
export type Provide<Value> = (
  request: HttpRequest,
  next: (value: Value) => MaybePromise<Reply>,
) => unknown

/** Options of a provided value. */
export interface ProvidedOptions {
  /** Whether the value says who sent the request, so that its middleware counts as a login. */
  readonly identifies?: boolean
  /** The end of the message about a handler without the middleware. Default: to add middleware. */
  readonly remedy?: string
  /**
   * A value that the middleware reads: `auth.user`. A route does not boot if no earlier middleware provides it
   * (`E_MIDDLEWARE_ORDER`).
   */
  readonly needs?: Provision<object>
}

/**
 * Declares a value that middleware provides and handlers bind.
 *
 * `const tenant = provided<{ tenant: Tenant }>('tenant')` is a binding, `handler({ tenant })`, and
 * makes the middleware, `tenant.middleware(async (request, next) => next(await find(request)))`.
 */
export function provided<Values extends object>(
  name: keyof Values & string,
  options: ProvidedOptions & { readonly identifies: true },
): Provided<Values, true>
export function provided<Values extends object>(
  name: keyof Values & string,
  options?: ProvidedOptions,
): Provided<Values>
export function provided<Values extends object>(
  name: keyof Values & string,
  { identifies = false, remedy = toRemedy(name), needs }: ProvidedOptions = {},
): Provided<Values> {
  const value: Provided<Values> = {
    kind: 'request',
    description: name,
    identifies,
    remedy,
    // Sound: the boot rejects a handler without middleware that sets the value.
    read: (request) => request.get(value) as Values[keyof Values],
    middleware: (run) => {
      const provide: Middleware = (request, next) =>
        run(request, (given) => {
          request.set(value, given)
          return next()
        })
      return Object.assign(nameFunction(provide, run.name || name), {
        provides: value,
        ...(needs && { after: toPrerequisite(needs) }),
      })
    },
  }
  return value
}

function toPrerequisite(needed: Provision<object>): Prerequisite {
  return {
    isMetBy: ({ provides }) => provides === needed,
    remedy: `It reads {${needed.description}}: put middleware that provides it before, in the same group or in one around it.`,
  }
}

function toRemedy(name: string): string {
  return `Add middleware that provides "${name}" to the route or to one of its groups.`
}

/** Checks whether a binding is a value that middleware provides. */
export function isProvided(binding: Binding): binding is Provided<object> {
  return 'remedy' in binding
}
