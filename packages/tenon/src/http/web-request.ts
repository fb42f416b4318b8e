import { toWebStream } from '../support/web-stream.ts'
import type { Exchange } from './exchange.ts'

/** Makes a standard `Request` of an exchange; its body streams. */
export function toWebRequest(
  exchange: Exchange,
  view: { readonly url: string; readonly method: string; readonly signal: AbortSignal },
): Request {
  const hasBody = exchange.method !== 'GET' && exchange.method !== 'HEAD'
  return new Request(view.url, {
    method: view.method,
    headers: toWebHeaders(exchange.headers),
    signal: view.signal,
    ...(hasBody ? { body: toWebStream(exchange.streamBody()), duplex: 'half' } : {}),
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
