import { SetupError } from '../../../base/support/setup-error.ts'
import { whenReady } from '../../../base/support/maybe-promise.ts'
import type { Middleware } from '../handler.ts'
import { CallSite } from '../call-site.ts'
import type { Deprecation } from './deprecation.ts'

/**
 * Middleware that deprecates a route or a group: `.middleware(deprecated({ since: '2026-12-01' }))`.
 *
 * Replies get the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), and the OpenAPI document marks the
 * operations. Add it first, so that the replies of other middleware get the headers too. Throws `E_DEPRECATED` for
 * invalid dates, and for a `sunset` before `since`.
 */
export function deprecated({ since, sunset }: Deprecation): Middleware {
  const start = Date.parse(since)
  const end = sunset === undefined ? undefined : Date.parse(sunset)
  if (Number.isNaN(start) || !(start <= (end ?? start))) {
    throw new SetupError(
      'E_DEPRECATED',
      `deprecated({ since: "${since}"${sunset === undefined ? '' : `, sunset: "${sunset}"`} }) at ` +
        `${new CallSite(deprecated).location} needs dates such as 2026-12-01, and no sunset before it.`,
    )
  }
  const fields = {
    deprecation: `@${Math.floor(start / 1000)}`,
    ...(end === undefined ? {} : { sunset: new Date(end).toUTCString() }),
  }
  const announce: Middleware = (_request, next) =>
    whenReady(next(), (reply) => {
      for (const [name, value] of Object.entries(fields)) reply.header(name, value)
      return reply
    })
  // Shown in the list of routes.
  Object.defineProperty(announce, 'name', {
    value: `deprecated(${since}${sunset === undefined ? '' : ` until ${sunset}`})`,
  })
  const deprecates: Deprecation = { since, ...(sunset === undefined ? {} : { sunset }) }
  return Object.assign(announce, { deprecates })
}
