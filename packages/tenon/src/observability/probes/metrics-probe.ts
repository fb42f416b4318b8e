import { createHash, timingSafeEqual } from 'node:crypto'
import { text } from '../http/replies.ts'
import { HttpError } from '../support/http-error.ts'
import { readOnly, type Probe } from './probe.ts'

/** Where figures come from. */
export interface MetricsSource {
  readonly contentType: string
  render(): Promise<string>
}

/** Answers with the figures; with a `token` only who sends it as `Authorization: Bearer`, else 401. */
export function createMetricsProbe(source: MetricsSource, token: string | undefined): Probe {
  const expected = token === undefined ? undefined : toDigest(`Bearer ${token}`)
  return readOnly(async (request) => {
    const sent = toDigest(request.header('authorization') ?? '')
    if (expected !== undefined && !timingSafeEqual(sent, expected)) throw unauthorized()

    const figures = text(await source.render())
    return figures.header('content-type', source.contentType).header('cache-control', 'no-store')
  })
}

/** Of one length, whatever was sent: the comparison then takes as long for every guess. */
function toDigest(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

function unauthorized(): HttpError {
  return new HttpError(401, 'Unauthorized', { headers: { 'www-authenticate': 'Bearer' } })
}
