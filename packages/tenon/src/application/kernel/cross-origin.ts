import type { HttpRequest } from '../http/request.ts'

/**
 * Tells whether another site made a browser send this request, which a request that changes
 * something must not be (cross-site request forgery). No token is needed: browsers say themselves
 * who sent a request, in `Sec-Fetch-Site`, and older ones in `Origin`. A request without either was
 * not sent by a browser's page, and carries nobody's cookies without his knowledge.
 */
export function isCrossOrigin(request: Sender): boolean {
  if (safeMethods.has(request.method)) return false

  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'

  const origin = request.header('origin')
  return origin !== undefined && origin !== toOwnOrigin(request)
}

/** What a request tells of who made it be sent. */
type Sender = Pick<HttpRequest, 'method' | 'protocol' | 'host' | 'header'>

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Our own origin as a browser writes it: lower case, without the protocol's usual port. */
function toOwnOrigin(request: Sender): string | undefined {
  return URL.parse(`${request.protocol}://${request.host}`)?.origin
}
