import { PayloadTooLarge } from '../support/http-error.ts'
import { toWebStream } from '../support/web-stream.ts'
import type { Exchange } from './exchange.ts'

/**
 * Makes a standard `Request` of an exchange; its body streams, and fails with `PayloadTooLarge` at
 * the limit. Throws it at once for a body that announces more.
 */
export function toWebRequest(
  exchange: Exchange,
  view: {
    readonly url: string
    readonly method: string
    readonly signal: AbortSignal
    readonly limitBytes: number
  },
): Request {
  if (Number(exchange.headers['content-length'] ?? 0) > view.limitBytes) throw new PayloadTooLarge()
  const hasBody = exchange.method !== 'GET' && exchange.method !== 'HEAD'
  return new Request(view.url, {
    method: view.method,
    headers: toWebHeaders(exchange.headers),
    signal: view.signal,
    ...(hasBody
      ? { body: toWebStream(limited(exchange.streamBody(), view.limitBytes)), duplex: 'half' }
      : {}),
  })
}

async function* limited(
  source: AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncIterable<Uint8Array> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > limitBytes) throw new PayloadTooLarge()
    yield chunk
  }
}

function toWebHeaders(headers: Exchange['headers']): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') result.append(name, value)
    else value?.forEach((item) => result.append(name, item))
  }
  return result
}
