import type { HttpRequest } from '../../web/http/request.ts'
import { readPrimaryFromNow } from '../../data/drivers/replicas/read-scope.ts'
import { stateKey } from '../../web/http/state-key.ts'
import { feeds } from '../../stores/changes/current-feed.ts'
import type { LiveAsker } from '../props/live-flights.ts'

/** Where the feed of changes was when a page was asked for, before anything was read for it. */
const sinceKey = stateKey<string | undefined>('live since')

/** Notes when a page was asked for, if the feed follows: its handler may read before its live props are loaded. */
export function noteAsked(request: HttpRequest): void {
  const feed = feeds.get()
  if (!request.isLive) return request.set(sinceKey, feed?.known)
  request.set(sinceKey, feed?.position)
  // A replica may not have the change for which the page asks.
  readPrimaryFromNow()
}

/** Where the feed was when a page was asked for; `undefined` if that was not noted. */
export function askedAt(request: HttpRequest): string | undefined {
  return request.get(sinceKey)
}

/**
 * Who asks for the props of a live page again. Requests from one address that say the same in all their headers, but
 * for those of the connection and the protocol, come from the same user and language: nothing that a handler may
 * answer by, such as a cookie or a header of a proxy for logins, may be left out.
 */
export function toLiveAsker(request: HttpRequest, component: string): LiveAsker | undefined {
  const since = request.get(sinceKey)
  if (since === undefined) return undefined
  const said = Object.entries(request.headers)
    .filter(([name]) => !sayingNothing.test(name))
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
  const key = JSON.stringify([component, request.target, request.ip, said])
  return { key, since, told: request.header(toldHeader) }
}

/** Up to where the stream of the tab, perhaps one of another process, has told it what has changed. */
const toldHeader = 'x-live-since'

const sayingNothing =
  /^(?:x-inertia.*|x-live-since|x-forwarded-for|x-real-ip|x-request-id|traceparent|tracestate|connection|content-length|referer)$/
