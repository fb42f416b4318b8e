import { json } from '../../../web/http/replies.ts'
import { once } from '../../../base/support/once.ts'
import { builtIn, type BuiltIn } from '../../../web/routing/matching/built-in.ts'
import type { RouteList } from '../../../web/routing/route-list.ts'
import type { RouteEntry } from '../../../web/routing/types/entry.ts'
import { writeOpenApi, type DocumentOptions } from './document.ts'

/** Serves the document, unless the options turn it off. It is written on the first request. */
export function serveOpenApi(
  routes: RouteList<RouteEntry>,
  options: DocumentOptions | undefined,
): readonly BuiltIn[] {
  const { path = defaultPath } = options ?? {}
  if (options === undefined || path === false) return []
  const write = once(() => json<unknown>(writeOpenApi(routes, options).document))
  return [builtIn(path, owner, write, { method: 'GET', staysUp: false })]
}

/** The default path of the document. */
export const defaultPath = '/openapi.json'

const owner = 'the OpenAPI document. Set openapi: { path }, or move the route.'
