import { json } from '../../../web/http/replies.ts'
import { once } from '../../../base/support/once.ts'
import { builtIn, type BuiltIn } from '../../../web/routing/matching/built-in.ts'
import type { RouteList } from '../../../web/routing/route-list.ts'
import type { RouteEntry } from '../../../web/routing/types/entry.ts'
import { writeOpenApi, type DocumentOptions, type OpenApiOptions } from './document.ts'

/** Serves the document, unless the options turn it off. It is written on the first request. */
export function serveOpenApi(
  routes: RouteList<RouteEntry>,
  options: DocumentOptions | undefined,
): readonly BuiltIn[] {
  const path = toDocumentPath(options)
  if (options === undefined || path === undefined) return []
  const write = once(() => json<unknown>(writeOpenApi(routes, options).document))
  return [builtIn(path, owner, write, { method: 'GET', staysUp: false })]
}

/** The path that serves the document; `undefined` if none does. */
export function toDocumentPath(options: OpenApiOptions | undefined): string | undefined {
  if (options === undefined || options.path === false) return undefined
  return options.path ?? '/openapi.json'
}

const owner = 'the OpenAPI document. Set openapi: { path }, or move the route.'
