import { createHash, timingSafeEqual } from 'node:crypto'
import { text } from '../../web/http/replies.ts'
import { Unauthorized } from '../../base/support/http-error.ts'
import { readOnly, type Probe } from './probe.ts'

export interface MetricsSource {
  readonly contentType: string
  render(): Promise<string>
}

/** Serves the metrics. With a `token`, a request must send `Authorization: Bearer <token>`, otherwise it gets a 401. */
export function createMetricsProbe(source: MetricsSource, token: string | undefined): Probe {
  const expected = token === undefined ? undefined : toDigest(`Bearer ${token}`)
  return readOnly(async (request) => {
    const sent = toDigest(request.header('authorization') ?? '')
    if (expected !== undefined && !timingSafeEqual(sent, expected)) throw unauthorized()

    const figures = text(await source.render())
    return figures.header('content-type', source.contentType).header('cache-control', 'no-store')
  })
}

/** Hashes to a fixed length, so the comparison takes the same time for every guess. */
function toDigest(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

function unauthorized(): Unauthorized {
  return new Unauthorized(undefined, { headers: { 'www-authenticate': 'Bearer' } })
}
