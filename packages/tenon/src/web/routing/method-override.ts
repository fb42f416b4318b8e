import type { HttpRequest } from '../http/request.ts'
import { HttpError } from '../../base/support/http-error.ts'

/**
 * The methods a form can choose with its `_method` field, since browsers only send GET and POST.
 */
export const formMethods = ['PUT', 'PATCH', 'DELETE'] as const

const overridable: ReadonlySet<unknown> = new Set(formMethods)

/**
 * Sets the request's method to the one in the form's `_method` field: PUT, PATCH or DELETE. If the
 * form cannot be read, the method stays POST and the error is returned.
 */
export async function overrideMethod(request: HttpRequest): Promise<HttpError | undefined> {
  try {
    const field = await request.body.peekField('_method')
    // HTTP methods are case-sensitive, but this field is not an HTTP method.
    const method = typeof field === 'string' ? field.toUpperCase() : undefined
    if (method !== undefined && overridable.has(method)) request.method = method
    return undefined
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}
