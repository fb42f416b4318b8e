import { BadRequest } from '../../base/support/http-error.ts'
import { toWebStream } from '../../base/support/web-stream.ts'
import type { IncomingHeaders } from './exchange.ts'

/** The parts that a `Request` is built from. */
interface RequestParts {
  readonly method: string
  readonly protocol: string
  readonly host: string
  readonly target: string
  readonly headers: IncomingHeaders
  readonly signal: AbortSignal
  readonly body: { pieces(): AsyncIterable<Uint8Array> }
}

/** Creates a standard `Request`. Throws `BadRequest` for a method or host it cannot represent. */
export function toWebRequest(parts: RequestParts): Request {
  const { method, protocol, host, target, headers, signal, body } = parts
  // Without a host, as HTTP/1.0 allows, the first path segment would be parsed as the host.
  const url = host === '' ? null : URL.parse(`${protocol}://${host}${target}`)
  if (url === null) throw new BadRequest('The request does not have a valid host')
  if (method === 'TRACE') throw new BadRequest('The method TRACE is not accepted here')

  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, {
    method,
    headers: toWebHeaders(headers),
    signal,
    // Read only on demand: a caller that needs just the URL and headers leaves the body unread.
    ...(hasBody && {
      body: toWebStream(body.pieces(), { highWaterMark: 0 }),
      duplex: 'half',
    }),
  })
}

function toWebHeaders(headers: IncomingHeaders): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') result.append(name, value)
    else value?.forEach((item) => result.append(name, item))
  }
  return result
}
