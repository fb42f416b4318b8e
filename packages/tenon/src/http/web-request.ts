import type { Exchange } from './exchange.ts'
import type { HttpRequest } from './request.ts'

/** Makes a standard `Request`: its URL is the one that the client addressed, its body streams. */
export function toWebRequest(request: HttpRequest, exchange: Exchange): Request {
  const url = `${request.protocol}://${request.host}${request.target}`
  const hasBody = exchange.method !== 'GET' && exchange.method !== 'HEAD'
  return new Request(url, {
    method: request.method,
    headers: toWebHeaders(exchange.headers),
    signal: request.signal,
    ...(hasBody ? { body: ReadableStream.from(exchange.streamBody()), duplex: 'half' } : {}),
  })
}

function toWebHeaders(headers: Exchange['headers']): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') result.append(name, value)
    else value?.forEach((item) => result.append(name, item))
  }
  return result
}
