import { isIP } from 'node:net'
import type { HttpRequest } from '../../../web/http/request.ts'

/**
 * Whether a page of another site made a browser send this request, which may change data.
 *
 * Such a request is cross-site request forgery. No token is needed: browsers name the sender in `Sec-Fetch-Site`, and
 * older browsers in `Origin`. A request without either was not sent by a page in a browser, so it carries no victim's
 * cookies.
 *
 * A request with a token and no cookies is not forged either: the page that sent it knows the token.
 */
export function isCrossOrigin(request: Sender): boolean {
  if (safeMethods.has(request.method) || isIdentifiedByToken(request)) return false

  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'

  const origin = request.header('origin')
  return origin !== undefined && origin !== toOwnOrigin(request)
}

/** The parts of a request that identify its sender. */
type Sender = Pick<HttpRequest, 'method' | 'protocol' | 'host' | 'header'>

function isIdentifiedByToken(request: Sender): boolean {
  const authorization = request.header('authorization')
  // Browsers send other schemes, such as Basic, on their own.
  if (authorization === undefined || request.header('cookie') !== undefined) return false
  return /^(?:Bearer|Token) +\S/i.test(authorization)
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Our own origin as a browser writes it: in lower case, without the protocol's default port. */
function toOwnOrigin(request: Sender): string | undefined {
  return URL.parse(`${request.protocol}://${request.host}`)?.origin
}

/** The address of the application, from its settings. */
interface OwnAddress {
  readonly appUrl: string | undefined
  readonly isProduction: boolean
}

/**
 * Whether a page reached this request through DNS rebinding: a site's own host name that points at our address. Its
 * `Origin` and `Host` then agree, so the host must be known: the host of `APP_URL`, or in development this machine. In
 * production, clients other than browsers may use other names, such as a service in a cluster: they send no `Origin`.
 */
export function isRebound(request: Sender, { appUrl, isProduction }: OwnAddress): boolean {
  if (isIdentifiedByToken(request)) return false
  const isFromBrowser = request.header('origin') !== undefined
  if (isProduction) return isFromBrowser && !isHostOf(appUrl, request.host)
  return !isOwnHost(request.host, appUrl)
}

/**
 * Whether a host is the host of `APP_URL`, `localhost`, or an IP address. No other site can make these point at this
 * machine.
 */
export function isOwnHost(host: string, appUrl: string | undefined): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? ''
  const isLocalName = /^(?:.+\.)?localhost$/.test(name)
  return isLocalName || isIP(name.replaceAll(/[[\]]/g, '')) !== 0 || isHostOf(appUrl, host)
}

function isHostOf(url: string | undefined, host: string): boolean {
  const own = URL.parse(url ?? '')
  return own !== null && URL.parse(`${own.protocol}//${host}`)?.host === own.host
}
