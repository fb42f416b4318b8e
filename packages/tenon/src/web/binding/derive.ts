import type { HttpRequest } from '../http/request.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { RequestBinding } from './binding.ts'

/**
 * Creates a binding from a function of the request: the current user, a tenant, a service.
 *
 * It runs after the records of the path have been found and before the body is read, so this is the
 * place to throw `Forbidden`.
 */
export function derive<Value>(
  read: (request: HttpRequest) => MaybePromise<Value>,
): RequestBinding<Value> {
  return { kind: 'request', read }
}
