import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { ListedRoute } from '../../web/routing/route-list.ts'
import { toOwnUrl } from '../../web/routing/url.ts'
import { toHtmlText } from '../../pages/assets/escape.ts'
import { toStatusDocument } from '../../pages/pages/error-document.ts'
import { describeRoute } from './near-routes.ts'

/** The facts about a path without a route that a browser may see. */
export interface MissingRoute {
  /** The routes near it, most similar first. */
  readonly near: readonly ListedRoute[]
  /** Whether the application's fallback answers such paths. */
  readonly hasFallback: boolean
}

/** The page for a path without a route: the routes near it, and how production answers. */
export function toMissingRoutePage(
  request: HttpRequest,
  { near, hasFallback }: MissingRoute,
  tags: string,
): Reply<string> {
  const path = request.path()
  const missing = `<p>No route for <code>${toHtmlText(`${request.method} ${path}`)}</code></p>`
  const items = near.map((route) => `<li>${toItem(route)}</li>`).join('')
  const details =
    missing +
    (near.length === 0 ? '' : `<p>Did you mean one of these?</p><ul>${items}</ul>`) +
    `<p>In production, ${hasFallback ? ofFallback : withoutFallback}</p>`
  return toStatusDocument({ status: 404, message: 'Not Found', details: details + tags, path })
}

const ofFallback = 'your <code>fallback()</code> answers, which throws <code>NotFound</code>.'
const withoutFallback =
  'the answer is <code>404 Not Found</code> as plain text, unless you add a <code>fallback()</code>.'

/** A route as a link, if it can be opened as it is. */
function toItem(route: ListedRoute): string {
  const text = `<code>${toHtmlText(describeRoute(route))}</code>`
  const { path, parameterNames } = route.pattern
  const isLink = route.method === 'GET' && parameterNames.length === 0
  return isLink ? `<a href="${toHtmlText(toOwnUrl(path))}">${text}</a>` : text
}
