import { toOuterPath } from '../../base/support/values/base-path.ts'
import { redirectByMethod, type RedirectBody } from '../../web/http/redirect.ts'
import type { Reply, FinishedReply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'

/**
 * Completes a redirect: 302 after GET and HEAD, 303 after other methods, or the explicit status.
 *
 * A page client follows a redirect within its request, where it can neither leave the origin nor see
 * a fragment. For those, a 409 tells it to go there itself.
 */
export function finishRedirect(request: HttpRequest, reply: Reply<RedirectBody>): FinishedReply {
  const { body } = reply
  const target = toAscii(toTarget(request, body))
  const isPageClient = request.isPageVisit
  const answer = reply.withBody(undefined, null).vary('X-Inertia')

  if (isPageClient && body.isExternal) {
    return answer.status(409).header('x-inertia-location', target)
  }
  if (isPageClient && target.includes('#') && request.header('purpose') !== 'prefetch') {
    return answer.status(409).header('x-inertia-redirect', target)
  }
  if (answer.statusCode === redirectByMethod) answer.status(request.isRead ? 302 : 303)
  return answer.header('location', target)
}

/** A path that was written by hand leads below the path of `APP_URL`, too. */
function toTarget(request: HttpRequest, { target, isExternal }: RedirectBody): string {
  const given = target(request)
  return isExternal || request.base === '' ? given : toOuterPath(request.base, given)
}

/**
 * Percent-encodes characters that a header cannot carry; what is already encoded stays unchanged.
 * A lone surrogate, which input may contain, cannot be encoded: it becomes U+FFFD.
 */
function toAscii(target: string): string {
  return target.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)
}
