import Negotiator from 'negotiator'
import type { HttpRequest } from './request.ts'

/** How a client wants to be answered: by the page protocol, with a document, or with JSON. */
export type Wanted = 'page' | 'html' | 'json'

/**
 * Tells what the client asked for. `X-Inertia` is looked at first, because a page client's `Accept`
 * always says HTML; a client that states no preference, or any, gets HTML.
 */
export function toWanted(request: HttpRequest): Wanted {
  if (request.header('x-inertia') === 'true') return 'page'
  const accept = request.header('accept')
  if (accept === undefined || accept === '*/*') return isJson(request) ? 'json' : 'html'
  if (isFirst(accept, htmlType)) return 'html'
  if (isFirst(accept, jsonType)) return 'json'

  const preferred = new Negotiator({ headers: { accept } }).mediaType([htmlType, jsonType])
  return preferred === jsonType ? 'json' : 'html'
}

const htmlType = 'text/html'
const jsonType = 'application/json'

/** Nothing is wanted more than what comes first with no weight of its own; spares the reading. */
function isFirst(accept: string, type: string): boolean {
  return accept.startsWith(type) && (accept.length === type.length || accept[type.length] === ',')
}

/** A client that sends JSON and has no wish of its own is answered in JSON. */
function isJson(request: HttpRequest): boolean {
  return jsonGrammar.test(request.header('content-type') ?? '')
}

/** What the body is read as JSON for: `application/json`, and any `+json`. */
const jsonGrammar = /^(?:application\/|[^;,]+\+)json\s*(?:;|$)/i
