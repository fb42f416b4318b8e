import { json } from '../../../web/http/replies.ts'
import type { Reply } from '../../../web/http/reply.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { once } from '../../../base/support/once.ts'
import type { RouteList } from '../../../web/routing/route-list.ts'
import type { Entry } from '../../../web/routing/types/entry.ts'
import { writeOpenApi, type DocumentOptions } from './document.ts'

/**
 * Answers the path of the document, which is written on the first request, and `undefined` for others;
 * `undefined` if it is not served.
 */
export function serveOpenApi(
  routes: RouteList<Entry>,
  options: DocumentOptions | undefined,
): ((request: HttpRequest) => Reply | undefined) | undefined {
  const { path = defaultPath } = options ?? {}
  if (options === undefined || path === false) return undefined
  const write = once(() => json<unknown>(writeOpenApi(routes, options).document))
  return (request) => (request.isRead && request.path() === path ? write() : undefined)
}

/** Where the document is served if the application does not say otherwise. */
export const defaultPath = '/openapi.json'
