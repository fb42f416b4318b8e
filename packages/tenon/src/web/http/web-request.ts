import { BadRequest } from '../support/http-error.ts'
import { toWebStream } from '../support/web-stream.ts'
import type { IncomingHeaders } from './exchange.ts'

/** What a `Request` is made of. */
interface RequestParts {
  readonly method: string
  readonly protocol: string
  readonly host: string
  readonly target: string
  readonly headers: IncomingHeaders
  readonly signal: AbortSignal
  readonly body: { pieces(): AsyncIterable<Uint8Array> }
}

/** Makes a standard `Request`. Throws `BadRequest` for a method or host that it cannot have. */
export function toWebRequest(parts: RequestParts): Request {
  const { method, protocol, host, target, headers, signal, body } = parts
  // Without a host, as HTTP/1.0 allows, the first segment of the path would be taken for it.
  const url = host === '' ? null : URL.parse(`${protocol}://${host}${target}`)
  if (url === null) throw new BadRequest('The request names no host')
  if (method === 'TRACE') throw new BadRequest('The method TRACE is not accepted here')

  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, {
    method,
    headers: toWebHeaders(headers),
    signal,
    // Read only when it is asked for: whoever wants the address and the headers leaves it to others.
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
