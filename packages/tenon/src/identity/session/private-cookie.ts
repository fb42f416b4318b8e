import type { FinishedReply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'

/**
 * The name of a cookie that no other host can set. Browsers take `__Host-` only with `Secure`, `Path=/`
 * and without a domain.
 */
export function toHostCookieName(request: HttpRequest, name: string): string {
  return request.protocol === 'https' ? `__Host-${name}` : name
}

/** A copy that no shared cache keeps: it carries a cookie that belongs to one browser. */
export function toPrivate(reply: FinishedReply): FinishedReply {
  const copy = reply.copy()
  return copy.getHeader('cache-control') === undefined
    ? copy.header('cache-control', 'private')
    : copy
}
