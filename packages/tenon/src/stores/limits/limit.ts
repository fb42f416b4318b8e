import { toMs, type Rate } from '../../base/support/duration.ts'
import { currentStore } from '../cache/current-store.ts'
import type { Decision, Quota } from '../cache/quotas.ts'
import { toStoredKey } from '../../base/support/values/stored-key.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { Middleware, Next, Prerequisite } from '../../web/routing/handler.ts'
import { CallSite } from '../../web/routing/call-site.ts'
import { ServiceUnavailable, TooManyRequests } from '../../base/support/http-error.ts'
import { whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toNetwork } from '../../web/http/origin.ts'
import { toPolicyField, toRetryAfter, toStateField, type Policy } from './rate-limit-fields.ts'

/** Returns the key by which requests are counted. Without one, a request is counted by its address. */
export type LimitKey = (request: HttpRequest) => string | undefined

/** A value to count by, which earlier middleware has found, such as `auth.tokens`. */
export interface LimitSubject {
  readonly '~limitKey': { readonly key: LimitKey; readonly after: Prerequisite }
}

/**
 * Middleware that limits the requests of each client. It answers further requests with 429, `Retry-After`, `RateLimit`
 * and `RateLimit-Policy`.
 *
 * A limit has one count per client, even if several routes use it. Each method returns a new limit.
 */
export interface Limit extends Middleware {
  readonly refuses: readonly [429]
  /**
   * Sets the key to count by. Default: the client's address, `request.ip`. An IPv6 address counts as its /64 network,
   * even if this function returns it. If the function returns `undefined` or `''`, the request is counted by its address.
   *
   * With `auth.tokens`, each token has its own count. Then the boot fails with `E_MIDDLEWARE_ORDER` for a route without
   * `auth.token()` before the limit.
   */
  by(key: LimitKey | LimitSubject): Limit
  /**
   * Sets how many requests may come at once after a pause, 1 to 1,000,000. Default: the limit. Throws `E_LIMIT` for
   * other numbers.
   */
  burst(requests: number): Limit
  /**
   * Answers 503 while the store is unavailable. Default: lets requests through, so that an outage of the store does not
   * stop the application.
   */
  failClosed(): Limit
  /**
   * Names the count, which replicas share, and the policy in the `RateLimit` fields. Default: the source location of
   * the declaration and its numbers, so a change of the source resets the count. Throws `E_LIMIT` unless the name is 1
   * to 64 letters, digits and `_.:-`.
   */
  named(name: string): Limit
}

/**
 * Limits how many requests a client may send: `limit({ limit: 5, per: '1m' })`.
 *
 * Throws `E_LIMIT` unless the limit is a whole number from 1 to 1,000,000, and `E_DURATION` for a malformed period.
 */
export function limit({ limit: requests, per }: Rate): Limit {
  assertCount(requests, 'limit')
  const place = new CallSite(limit)
  const title = `${requests}-per-${per}`
  return toLimit({
    requests,
    periodMs: toMs(per, 'period of a limit'),
    burst: requests,
    key: (request) => request.ip,
    isClosedWhenAway: false,
    title,
    // One place in the source may create several limits, for example in a function.
    count: () => `${place.location} ${title}`,
  })
}

/** Checks whether middleware is a limit. */
export function isLimit(middleware: Middleware): middleware is Limit {
  return 'failClosed' in middleware
}

interface LimitParts {
  readonly requests: number
  readonly periodMs: number
  readonly burst: number
  readonly key: LimitKey
  /** The middleware that must run before, to find the key. */
  readonly after?: Prerequisite
  readonly isClosedWhenAway: boolean
  /** The name used in the header fields. */
  readonly title: string
  /** Returns the name used in the store. */
  readonly count: () => string
}

function toLimit(parts: LimitParts): Limit {
  return Object.assign(toMiddleware(parts), {
    by: (key: LimitKey | LimitSubject) =>
      toLimit({ ...parts, ...(typeof key === 'function' ? { key } : key['~limitKey']) }),
    burst: (burst: number) => toLimit({ ...parts, burst: assertCount(burst, 'burst') }),
    failClosed: () => toLimit({ ...parts, isClosedWhenAway: true }),
    named: (name: string) => toLimit({ ...parts, title: assertName(name), count: () => name }),
  })
}

function toMiddleware(parts: LimitParts): Pick<Limit, 'refuses'> & Middleware {
  // Whole microseconds, rounded up: the count stays exact and never allows too many requests.
  const intervalUs = Math.ceil((parts.periodMs * 1000) / parts.requests)
  const quota: Quota = { intervalUs, burst: parts.burst }
  const policy: Policy = { name: parts.title, quota }
  const policyField = toPolicyField(policy)
  let name: string | undefined

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
    name ??= parts.count()
    const key = toStoredKey(`${name} ${toCounted(request, parts.key(request))}`)
    return whenReady(currentStore().quotas.take(key, quota), (decision) => settle(decision, next))
  }
  // The list of routes shows this name.
  Object.defineProperty(limited, 'name', { value: `limit(${parts.title})` })
  const { after } = parts
  return Object.assign(limited, {
    refuses: [429],
    ...(after === undefined ? {} : { after }),
  } as const)
}

/**
 * Names the counted client. The result tells a key from an address: otherwise a client could send another client's
 * address as its key, and use up that address's quota.
 */
function toCounted({ ip }: HttpRequest, key = ''): string {
  const isAddress = key === '' || key === ip
  return isAddress ? `address ${toNetwork(ip)}` : `key ${toNetwork(key)}`
}

/** If an inner limit has set the field, the field becomes a list with the outer limit first. */
function addMember(reply: Reply, name: string, member: string): Reply {
  const inner = reply.getHeader(name)
  return reply.header(name, inner === undefined ? member : `${member}, ${inner}`)
}

function assertCount(count: number, option: string): number {
  if (Number.isInteger(count) && count >= 1 && count <= 1_000_000) return count
  throw new SetupError(
    'E_LIMIT',
    `Invalid ${option} ${String(count)}. Use a whole number from 1 to 1000000.`,
  )
}

/** A name contains no space, so the keys of one limit never start like those of another. */
function assertName(name: string): string {
  if (/^[\w.:-]{1,64}$/.test(name)) return name
  throw new SetupError(
    'E_LIMIT',
    `The limit's name "${name}" must be 1 to 64 letters, digits, "_", ".", ":" or "-".`,
  )
}
