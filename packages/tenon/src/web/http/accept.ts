import Negotiator from 'negotiator'
import type { HttpRequest } from './request.ts'

/** The kind of response a client wants: a page object, an HTML document, or JSON. */
export type Wanted = 'page' | 'html' | 'json'

/**
 * Determines the kind of response a client wants. `X-Inertia` is checked first, because the
 * `Accept` header of a page client always names HTML. A client without a preference gets HTML, but JSON
 * from a route that declares its responses, because its errors are declared as JSON, too.
 */
export function toWanted(request: HttpRequest): Wanted {
  if (request.isPageVisit) return 'page'
  const accept = toShortList(request.header('accept') ?? '*/*')
  if (accept === '*/*') return isForPrograms(request) ? 'json' : 'html'
  if (isFirst(accept, htmlType)) return 'html'
  if (isFirst(accept, jsonType) && !accept.includes(htmlType)) return 'json'

  const preferred = new Negotiator({ headers: { accept } }).mediaType([htmlType, jsonType])
  return preferred !== jsonType || isHtmlAsGood(accept) ? 'html' : 'json'
}

/**
 * Shortens a header that lists what a client accepts, such as `Accept-Language`, to the entries in its first 500
 * characters. Reading all entries of a header of 15 kB would take 4 ms.
 */
export function toShortList(header: string): string {
  if (header.length <= longestList) return header
  return header.slice(0, Math.max(0, header.lastIndexOf(',', longestList)))
}

const longestList = 500

/** A client that accepts both, without giving JSON a higher weight, is a browser. */
function isHtmlAsGood(accept: string): boolean {
  const json = toWeight(accept, jsonType)
  return json > 0 && toWeight(accept, htmlType) >= json
}

/** The weight of a type that is listed explicitly (RFC 9110, 12.4.2). */
function toWeight(accept: string, type: string): number {
  const range = accept.split(',').find((part) => part.split(';', 1)[0]?.trim() === type)
  if (range === undefined) return 0
  return Number(/;\s*q=([0-9.]+)/i.exec(range)?.[1] ?? 1)
}

const htmlType = 'text/html'
const jsonType = 'application/json'

/** Fast path: nothing outranks the first type if it has no weight. */
function isFirst(accept: string, type: string): boolean {
  return accept.startsWith(type) && (accept.length === type.length || accept[type.length] === ',')
}

/** A client that sends JSON and states no preference gets JSON. */
function isForPrograms(request: HttpRequest): boolean {
  return request.route?.statesAnswers === true || isJson(request)
}

function isJson(request: HttpRequest): boolean {
  return jsonGrammar.test(request.header('content-type') ?? '')
}

/** The media types read as JSON: `application/json` and any `+json`. */
const jsonGrammar = /^(?:application\/|[^;,]+\+)json\s*(?:;|$)/i
