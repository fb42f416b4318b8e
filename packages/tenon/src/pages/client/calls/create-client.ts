import type { Operations } from './operation.ts'
import { createServiceClient, type ApiOptions } from './service-client.ts'
import type { Api, Registered } from './registered.ts'

/**
 * Creates a client for the routes of an application: those that are registered, or those of `Routes`.
 *
 * `await api('todos.show', { todo: 7 })` returns what the handler states, and throws `ApiError` for an
 * error; `.result()` returns every answer by its status. Uses `fetch` alone, so it runs in browsers
 * and in Node. Throws for an unknown name or a missing parameter.
 *
 * A program that calls two services passes the routes of each: `createClient<typeof shop>({ baseUrl, routes })`.
 */
export function createClient<Routes = Registered>(options?: ApiOptions<Routes>): Api<Routes>
export function createClient(options: ApiOptions<Operations> = {}): unknown {
  return createServiceClient(options)
}
