import { defaultBodyLimits } from '../../src/web/body/body-limits.ts'
import { parseTrustedProxies } from '../../src/web/http/origin.ts'
import { HttpRequest } from '../../src/web/http/request.ts'
import { MemoryExchange, type MemoryRequest } from '../../src/tooling/testing/memory-exchange.ts'

/** A request as the server would create it, without a server. */
export function createRequest(sent: MemoryRequest | string = {}): HttpRequest {
  const exchange = new MemoryExchange(typeof sent === 'string' ? { target: sent } : sent)
  const trustedProxies = parseTrustedProxies('')
  if (trustedProxies === undefined) throw new TypeError('An empty list is a list')
  return new HttpRequest(exchange, { trustedProxies, bodyLimits: defaultBodyLimits })
}
