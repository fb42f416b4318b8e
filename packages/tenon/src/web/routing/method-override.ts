import type { HttpRequest } from '../http/request.ts'
import { HttpError } from '../support/http-error.ts'

const overridable: ReadonlySet<unknown> = new Set(['PUT', 'PATCH', 'DELETE'])
const formType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Whether a request may carry `_method`: only a POST of a form does. */
export function mayOverride(request: HttpRequest): boolean {
  return request.method === 'POST' && formType.test(request.header('content-type') ?? '')
}

/**
 * Routes a form as the method that its field `_method` names: PUT, PATCH or DELETE.
 *
 * A body that cannot be read leaves the request a POST: its route tells the client what is wrong,
 * after its path was bound.
 */
export async function overrideMethod(request: HttpRequest): Promise<void> {
  try {
    const { _method: method } = await request.form()
    if (typeof method === 'string' && overridable.has(method)) request.method = method
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
  }
}
