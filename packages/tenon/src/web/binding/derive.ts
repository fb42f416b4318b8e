import type { HttpRequest } from '../http/request.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'
import type { RequestBinding } from './binding.ts'

/**
 * Makes a binding of a function of the request: the current user, a tenant, a service.
 *
 * It runs after the records of the path were found and before the body is read, so it is the place
 * to throw `Forbidden`.
 */
export function fromRequest<Value>(
  read: (request: HttpRequest) => MaybePromise<Value>,
): RequestBinding<Value> {
  return { kind: 'request', read }
}
