import { redirectByMethod, type RedirectBody } from '../http/redirect.ts'
import { isDeferred, type Reply, type ReplyBody } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'

/**
 * Settles a redirect: 302 after GET and HEAD, 303 after any other method, an explicit code as it is.
 *
 * A page client follows a redirect within its request, where it can neither leave the origin nor
 * see a fragment: for these it is told, by a 409, to go there itself.
 */
export function renderRedirect(request: HttpRequest, reply: Reply): Reply {
  const { body } = reply
  if (!isRedirectBody(body)) return reply

  const target = toAscii(body.target(request))
  const isPageClient = request.header('x-inertia') === 'true'
  reply.body = null
  reply.vary('X-Inertia')

  if (isPageClient && body.isExternal) {
    return reply.status(409).header('x-inertia-location', target)
  }
  if (isPageClient && target.includes('#') && request.header('purpose') !== 'prefetch') {
    return reply.status(409).header('x-inertia-redirect', target)
  }
  if (reply.statusCode === redirectByMethod) reply.status(isSafe(request) ? 302 : 303)
  return reply.header('location', target)
}

function isRedirectBody(body: ReplyBody): body is RedirectBody {
  return isDeferred(body) && body.kind === 'redirect'
}

function isSafe(request: HttpRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

/**
 * Percent-encodes what a header cannot carry; what is encoded already stays as it is. Half a character,
 * which input may hold, has no encoding: it becomes U+FFFD.
 */
function toAscii(target: string): string {
  return target.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)
}
