import type { Refused } from '../../../base/support/refused.ts'
import type { Api, RevivedApi } from './registered.ts'
import { createSender, type ApiOptions, type RevivingOptions } from './sender.ts'

/**
 * Creates a client for the routes of an application: the registered routes, or those of `Routes`.
 *
 * `await api('todos.show', { todo: 7 })` returns the value that the handler declares, and throws `ApiError` for an
 * error; `.result()` returns every answer by its status. Needs only `fetch`, so it runs in browsers and in
 * Node. Calls throw for an unknown name or a missing parameter.
 *
 * If a program calls two services, pass the routes of each: `createClient<typeof shop>({ baseUrl, routes })`. The
 * second type parameter is the type of its errors, if its `renderError` writes them. With `{ routes, revive }`, answers
 * have dates and big integers instead of text.
 */
export function createClient<Routes = unknown, Errors = unknown>(
  options: RevivingOptions,
): RevivedApi<Routes, Errors>
export function createClient<Routes = unknown, Errors = unknown>(
  options?: ApiOptions & { readonly revive?: WithRoutes },
): Api<Routes, Errors>
export function createClient(options: ApiOptions = {}): unknown {
  return createSender(options)
}

type WithRoutes = Refused<'Pass the routes, too: revive reads from them where dates are'>
