import { json } from '../../../web/http/replies.ts'
import { once } from '../../../base/support/once.ts'
import { builtIn, type BuiltIn } from '../../../web/routing/matching/built-in.ts'
import type { RouteList } from '../../../web/routing/route-list.ts'
import type { RouteEntry } from '../../../web/routing/types/entry.ts'
import { writeOpenApi, type DocumentOptions } from './document.ts'

/** Serves the document, which is written on the first request, unless the options say that it is not. */
export function serveOpenApi(
  routes: RouteList<RouteEntry>,
  options: DocumentOptions | undefined,
): readonly BuiltIn[] {
  const { path = defaultPath } = options ?? {}
  if (options === undefined || path === false) return []
  const write = once(() => json<unknown>(writeOpenApi(routes, options).document))
  return [builtIn(path, owner, write, { method: 'GET', staysUp: false })]
}

/** Where the document is served if the application does not say otherwise. */
export const defaultPath = '/openapi.json'

const owner = 'the OpenAPI document. Set openapi: { path }, or move the route.'
