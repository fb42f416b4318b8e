import { toMs, type Duration } from '../cache/duration.ts'
import { currentStore } from '../cache/current-store.ts'
import type { Decision, Quota } from '../cache/quotas.ts'
import { toStoredKey } from '../cache/stored-key.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Middleware, Next } from '../routing/handler.ts'
import { Place } from '../routing/place.ts'
import { ServiceUnavailable, TooManyRequests } from '../support/http-error.ts'
import { whenReady, type MaybePromise } from '../support/maybe-promise.ts'
import { SetupError } from '../support/setup-error.ts'
import { toNetwork } from './network.ts'
import { toPolicyField, toRetryAfter, toStateField, type Policy } from './rate-limit-fields.ts'

/** Who a request is counted for. */
export type LimitKey = (request: HttpRequest) => string

/** A limit that still has to be told of its time: `limit(5).per('1m')`. */
export interface UnboundedLimit {
  /** The time in which that many requests are earned, evenly: five a minute is one every 12 seconds. */
  per(duration: Duration): Limit
}

/**
 * Middleware that lets so many requests of one client through and answers the others with 429,
 * `Retry-After`, `RateLimit` and `RateLimit-Policy`.
 *
 * One limit is one count per client, on however many routes it stands. Each method returns a new one.
 */
export interface Limit extends Middleware {
  /**
   * Who is counted. Default: the client's address, `request.ip`. An IPv6 address counts as its /64
   * network, also when this function returns it.
   */
  by(key: LimitKey): Limit
  /** How many may come at once after a pause. Default: as many as `limit()` says. */
  burst(requests: number): Limit
  /**
   * Answers 503 while the server of the counts is away. Default: lets requests through then, since a
   * limit must not be what takes an application down.
   */
  failClosed(): Limit
  /**
   * Names the count for replicas and the `RateLimit` fields. Default: the place of the declaration and
   * its numbers, so that a changed source begins to count anew.
   */
  named(name: string): Limit
}

/**
 * Limits how often a client may ask: `limit(5).per('1m')`. Throws `E_LIMIT` for what is no whole
 * number from 1 to 1,000,000.
 */
export function limit(requests: number): UnboundedLimit {
  assertCount(requests, 'limit')
  const place = new Place(limit)
  return {
    per(duration) {
      const title = `${requests}-per-${duration}`
      return toLimit({
        requests,
        periodMs: toMs(duration, 'period of a limit'),
        burst: requests,
        key: (request) => request.ip,
        isClosedWhenAway: false,
        title,
        // A function of the application's may make several at one place.
        count: () => `${place.location} ${title}`,
      })
    },
  }
}

interface LimitParts {
  readonly requests: number
  readonly periodMs: number
  readonly burst: number
  readonly key: LimitKey
  readonly isClosedWhenAway: boolean
  /** What the header fields call it. */
  readonly title: string
  /** What the store calls it. */
  readonly count: () => string
}

function toLimit(parts: LimitParts): Limit {
  return Object.assign(toMiddleware(parts), {
    by: (key: LimitKey) => toLimit({ ...parts, key }),
    burst: (burst: number) => toLimit({ ...parts, burst: assertCount(burst, 'burst') }),
    failClosed: () => toLimit({ ...parts, isClosedWhenAway: true }),
    named: (name: string) => toLimit({ ...parts, title: assertName(name), count: () => name }),
  })
}

function toMiddleware(parts: LimitParts): Middleware {
  // Whole microseconds, rounded up: the count stays exact, and never lets through more than it says.
  const intervalUs = Math.ceil((parts.periodMs * 1000) / parts.requests)
  const quota: Quota = { intervalUs, burst: parts.burst }
  const policy: Policy = { name: parts.title, quota }
  const policyField = toPolicyField(policy)
  let prefix: string | undefined

  const settle = (decision: Decision | undefined, next: Next): MaybePromise<Reply> => {
    if (decision === undefined) {
      if (parts.isClosedWhenAway) throw new ServiceUnavailable()
      return next()
    }
    const stateField = toStateField(policy, decision)
    if (!decision.isAllowed) {
      throw new TooManyRequests(toRetryAfter(decision), {
        'ratelimit-policy': policyField,
        ratelimit: stateField,
      })
    }
    return whenReady(next(), (reply) => {
      addMember(reply, 'ratelimit-policy', policyField)
      return addMember(reply, 'ratelimit', stateField)
    })
  }

  const limited: Middleware = (request, next) => {
    prefix ??= `${parts.count()}:`
    const key = toStoredKey(prefix + toNetwork(parts.key(request)))
    return whenReady(currentStore().quotas.take(key, quota), (decision) => settle(decision, next))
  }
  // For the list of routes.
  return Object.defineProperty(limited, 'name', { value: `limit(${parts.title})` })
}

/** An inner limit may have set the field; then it is a list, the outer limit first. */
function addMember(reply: Reply, name: string, member: string): Reply {
  const inner = reply.getHeader(name)
  return reply.header(name, inner === undefined ? member : `${member}, ${inner}`)
}

function assertCount(count: number, option: string): number {
  if (Number.isInteger(count) && count >= 1 && count <= 1_000_000) return count
  throw new SetupError(
    'E_LIMIT',
    `The ${option} ${String(count)} is no whole number from 1 to 1000000.`,
  )
}

function assertName(name: string): string {
  if (/^[\w.:-]{1,64}$/.test(name)) return name
  throw new SetupError(
    'E_LIMIT',
    `The limit's name "${name}" must be 1 to 64 letters, digits, "_", ".", ":" or "-".`,
  )
}
