import type { HttpRequest } from '../../web/http/request.ts'
import type { FormPages } from '../../pages/pages/form-page.ts'
import { isOwnPath } from '../../web/http/redirect.ts'
import { failedInside } from '../../web/routing/compose.ts'
import type { Router } from '../../web/routing/router.ts'
import { isFillable, toUrl, type UrlTable } from '../../web/routing/url.ts'
import { whenReady } from '../../base/support/maybe-promise.ts'

/** Finds and runs the pages of forms, by the names of their routes. */
export function createFormPages(router: Router, urls: UrlTable): FormPages {
  const conventional = toConventionalPages(urls)
  return {
    declaredPath: (request) => toPath(request, request.route?.formPage, urls),
    conventionalPath: (request) => toPath(request, conventional.get(request.route?.name), urls),
    dispatch(request, path) {
      // Do not show a page behind global middleware that has rejected the request.
      if (request.get(failedInside) === undefined || !isOwnPath(request, path)) return undefined
      const inner = request.internal(path)
      return whenReady(router.dispatchPage(inner), (reply) =>
        reply === undefined ? undefined : { request: inner, reply },
      )
    },
  }
}

/** The name of a form's page by the name of the form's route. */
function toConventionalPages({ patterns }: UrlTable): ReadonlyMap<string | undefined, string> {
  const pages = new Map<string | undefined, string>()
  for (const name of patterns.keys()) {
    if (name.endsWith('.store')) pages.set(name, name.replace(/store$/, 'create'))
    if (name.endsWith('.update')) pages.set(name, name.replace(/update$/, 'edit'))
  }
  return pages
}

/**
 * The path of a named page with the request's parameters; `undefined` if they do not fit, such as `a/..` as one
 * segment.
 */
function toPath(
  request: HttpRequest,
  name: string | undefined,
  { base, patterns }: UrlTable,
): string | undefined {
  const pattern = name === undefined ? undefined : patterns.get(name)
  if (name === undefined || pattern === undefined) return undefined

  const values: Record<string, string> = Object.create(null)
  for (const key of pattern.parameterNames) {
    const value = request.param(key)
    if (value !== undefined) values[key] = value
  }
  return isFillable(pattern, values) ? base + toUrl(name, pattern, values) : undefined
}
