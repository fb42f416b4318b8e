import type { HttpRequest } from '../http/request.ts'
import type { FormPages } from '../pages/form-page.ts'
import type { Router } from '../routing/router.ts'
import { toUrl, type UrlTable } from '../routing/url.ts'
import { whenReady } from '../support/maybe-promise.ts'

/** Finds and runs the pages of forms, by the routes' names and the router. */
export function createFormPages(router: Router, urls: UrlTable): FormPages {
  return {
    declaredPath: (request) => toPath(request, request.route?.formPage, urls),
    conventionalPath: (request) => toPath(request, toConventionalName(request.route?.name), urls),
    dispatch(request, path) {
      const inner = request.internal(path)
      if (!router.hasPage(inner.path())) return undefined
      return whenReady(router.dispatch(inner), (reply) => ({ request: inner, reply }))
    },
  }
}

function toConventionalName(name: string | undefined): string | undefined {
  if (name?.endsWith('.store')) return name.replace(/store$/, 'create')
  if (name?.endsWith('.update')) return name.replace(/update$/, 'edit')
  return undefined
}

/** The path of a named page with the parameters of the request, when it has all that it needs. */
function toPath(
  request: HttpRequest,
  name: string | undefined,
  urls: UrlTable,
): string | undefined {
  const pattern = name === undefined ? undefined : urls.get(name)
  if (name === undefined || pattern === undefined) return undefined

  const values = pattern.parameterNames.map((key) => [key, request.param(key)] as const)
  const known = values.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return known.length === values.length
    ? toUrl(name, pattern, Object.fromEntries(known))
    : undefined
}
