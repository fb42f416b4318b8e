import type { HttpRequest } from '../http/request.ts'
import type { FormPages } from '../pages/form-page.ts'
import type { Router } from '../routing/router.ts'
import { toUrl, type UrlTable } from '../routing/url.ts'
import { whenReady } from '../support/maybe-promise.ts'

/** Finds and runs the pages of forms, by the routes' names and the router. */
export function createFormPages(router: Router, urls: UrlTable): FormPages {
  const conventional = toConventionalPages(urls)
  return {
    declaredPath: (request) => toPath(request, request.route?.formPage, urls),
    conventionalPath: (request) => toPath(request, conventional.get(request.route?.name), urls),
    dispatch(request, path) {
      const inner = request.internal(path)
      if (!router.hasPage(inner.path())) return undefined
      return whenReady(router.dispatch(inner), (reply) => ({ request: inner, reply }))
    },
  }
}

/** The name of the page by the name of the form's route. */
function toConventionalPages(urls: UrlTable): ReadonlyMap<string | undefined, string> {
  const pages = new Map<string | undefined, string>()
  for (const name of urls.keys()) {
    if (name.endsWith('.store')) pages.set(name, name.replace(/store$/, 'create'))
    if (name.endsWith('.update')) pages.set(name, name.replace(/update$/, 'edit'))
  }
  return pages
}

/** The path of a named page with the parameters of the request, when it has all that it needs. */
function toPath(
  request: HttpRequest,
  name: string | undefined,
  urls: UrlTable,
): string | undefined {
  const pattern = name === undefined ? undefined : urls.get(name)
  if (name === undefined || pattern === undefined) return undefined

  const values: Record<string, string> = Object.create(null)
  for (const key of pattern.parameterNames) {
    const value = request.param(key)
    if (value === undefined) return undefined
    values[key] = value
  }
  return toUrl(name, pattern, values)
}
