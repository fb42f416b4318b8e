import { randomBytes } from 'node:crypto'
import type { KeyRing } from '../../base/keys/keys.ts'
import type { Log } from '../../base/log/log.ts'
import { ThrottledLog } from '../../base/log/throttled-log.ts'
import {
  BadRequest,
  Forbidden,
  MethodNotAllowed,
  ServiceUnavailable,
  TooManyRequests,
  Unauthorized,
} from '../../base/support/http-error.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { toNetwork } from '../../web/http/origin.ts'
import { noContent } from '../../web/http/replies.ts'
import { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import {
  defaultLiveLimits,
  type Followed,
  type LiveLimits,
  type LiveStreams,
  type StreamOpening,
} from './live-streams.ts'
import {
  openStream,
  openTicket,
  sealStream,
  type LiveLogin,
  type LiveTicket,
} from './live-ticket.ts'

/** Finds the logins of a request, and the logins that have ended. */
export interface LiveVisitors {
  /** The logins that a browser has sent. */
  readonly sentLogins: (request: HttpRequest) => MaybePromise<readonly LiveLogin[]>
  /** The ids of those logins that have ended. */
  readonly findEnded: (logins: readonly LiveLogin[]) => Promise<ReadonlySet<string>>
}

export interface LiveEndpointOptions extends LiveVisitors {
  readonly streams: LiveStreams
  readonly limits: LiveLimits | undefined
  readonly keys: KeyRing | undefined
  readonly log: Log
  readonly isCrossOrigin: (request: HttpRequest) => boolean
}

/** How many tickets a client may follow on one stream. */
const ticketLimit = 100
/** How often the logins of open streams are checked. */
const loginsEveryMs = 20_000

/**
 * Answers `/_app/changes`: takes the tickets of a page and answers with a stream of server-sent events that
 * name the changed watches. The stream carries no props: a client reloads them.
 *
 * Answers 403 if all tickets are forged, expired or another user's, 401 if their login has ended, and 429 or
 * 503 beyond the limits.
 */
export class LiveEndpoint {
  readonly #options: LiveEndpointOptions
  readonly #limits: Required<LiveLimits>
  readonly #full: ThrottledLog
  #isChecking = false

  constructor(options: LiveEndpointOptions) {
    this.#options = options
    this.#limits = { ...defaultLiveLimits, ...options.limits }
    this.#full = new ThrottledLog(options.log, 'warn')
  }

  async answer(request: HttpRequest): Promise<Reply> {
    const { streams, isCrossOrigin } = this.#options
    if (request.method !== 'POST') throw new MethodNotAllowed('POST')
    if (isCrossOrigin(request)) throw new Forbidden('Another site sent this request')
    const address = toNetwork(request.ip)

    const body = await request.json()
    if (isSign(body)) return this.#hear(body.sign)
    this.#assertRoom(address)
    const asked = readTickets(body)
    const { followed, refused } = await this.#check(request, asked)
    this.#assertRoom(address)
    const stream = streams.start(address, followed, { refused, ...this.#expectSigns(followed) })
    if (followed.some(({ ticket }) => ticket.logins.length > 0)) this.#checkLogins()
    return new Reply(200, 'text/event-stream; charset=utf-8', stream.body)
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
  }

  /** Records a sign of life of a stream's client. */
  #hear(sign: string): Reply {
    const { keys, streams } = this.#options
    const id = keys === undefined ? undefined : openStream(keys, sign)
    if (id === undefined) throw new Forbidden('Not a stream')
    streams.signs.hear(id)
    return noContent()
  }

  /** The name under which the client has to send signs of life, if it is listed as a member. */
  #expectSigns(followed: readonly Followed[]): Pick<StreamOpening, 'id' | 'sign'> {
    const { keys } = this.#options
    const isSeen = followed.some(({ ticket }) => ticket.seat?.member !== undefined)
    if (!isSeen || keys === undefined) return {}
    const id = randomBytes(12).toString('base64url')
    return { id, sign: sealStream(keys, id) }
  }

  /** Throws 429 if the client has too many streams, and 503 if the process has too many. */
  #assertRoom(address: string): void {
    const { streams } = this.#options
    const full = streams.isFull(address, this.#limits)
    if (full === undefined) return
    const { count } = streams
    streams.refusals[full] += 1
    if (full === 'address') {
      this.#full.write('A client has too many live streams', { address, streams: count })
      throw new TooManyRequests(retryAfterSeconds)
    }
    this.#full.write('The process has too many live streams', { streams: count })
    throw new ServiceUnavailable('Too many live streams')
  }

  /** Separates the tickets that the client may follow from the others. Throws if it may follow none of them. */
  async #check(request: HttpRequest, asked: readonly AskedTicket[]): Promise<Checked> {
    const { keys, sentLogins, findEnded } = this.#options
    const opened = asked.map(({ text, since }) => {
      const ticket = keys === undefined ? undefined : openTicket(keys, text)
      return ticket && { ticket, since: since ?? ticket.position }
    })
    const needsLogin = opened.some((each) => each !== undefined && each.ticket.logins.length > 0)
    const sent = needsLogin ? await sentLogins(request) : []
    const ended = needsLogin ? await findEnded(sent) : new Set<string>()
    const valid = sent.filter(({ id }) => !ended.has(id))

    const followed: Followed[] = []
    const refused: number[] = []
    let isLoggedOut = false
    for (const [place, each] of opened.entries()) {
      const allowed = each === undefined ? 'no' : mayFollow(each.ticket, valid)
      if (each !== undefined && allowed === 'yes') followed.push(each)
      else refused.push(place)
      if (allowed === 'logged out') isLoggedOut = true
    }
    if (followed.length > 0) return { followed, refused }
    throw isLoggedOut
      ? new Unauthorized('The login has ended')
      : new Forbidden('Not a valid ticket')
  }

  /** Regularly ends the streams whose logins have ended, as long as there are streams with logins. */
  #checkLogins(): void {
    if (this.#isChecking) return
    this.#isChecking = true
    setTimeout(() => void this.#endLoggedOut(), loginsEveryMs).unref()
  }

  async #endLoggedOut(): Promise<void> {
    const { streams, findEnded, log } = this.#options
    const withLogins = [...streams.open].flatMap(([stream, tickets]) => {
      const logins = tickets.flatMap((ticket) => ticket.logins)
      return logins.length === 0 ? [] : [{ stream, logins }]
    })
    try {
      const ended = await findEnded(withLogins.flatMap(({ logins }) => logins))
      for (const { stream, logins } of withLogins) {
        if (logins.some(({ id }) => ended.has(id))) stream.end()
      }
    } catch (error) {
      // It is safe to go on: without the database, nobody can reload props either.
      log.warn('The logins of live streams could not be checked', { error })
    }
    this.#isChecking = false
    if (withLogins.length > 0) this.#checkLogins()
  }
}

const retryAfterSeconds = 30

function isSign(body: unknown): body is { readonly sign: string } {
  return typeof Object(body).sign === 'string'
}

interface AskedTicket {
  readonly text: string
  /** The position up to which the client knows all changes; `undefined` for the ticket's own position. */
  readonly since: string | undefined
}

interface Checked {
  readonly followed: readonly Followed[]
  readonly refused: readonly number[]
}

/** Reads `{ tickets: [[ticket, since], …] }`. Throws `BadRequest` for anything else. */
function readTickets(body: unknown): readonly AskedTicket[] {
  const tickets = typeof body === 'object' && body !== null && 'tickets' in body && body.tickets
  if (!Array.isArray(tickets) || tickets.length === 0) throw new BadRequest('Missing tickets')
  if (tickets.length > ticketLimit) throw new BadRequest(`More than ${ticketLimit} tickets`)
  return tickets.map((ticket: unknown) => {
    if (!Array.isArray(ticket)) throw new BadRequest('Not a ticket')
    const [text, since]: readonly unknown[] = ticket
    if (typeof text !== 'string') throw new BadRequest('Not a ticket')
    return { text, since: typeof since === 'string' ? since : undefined }
  })
}

/** Whether a browser with these logins may follow a ticket. */
function mayFollow(
  { logins }: LiveTicket,
  valid: readonly LiveLogin[],
): 'yes' | 'no' | 'logged out' {
  for (const { account, id } of logins) {
    if (valid.some((login) => login.account === account && login.id === id)) continue
    return valid.some((login) => login.account === account) ? 'no' : 'logged out'
  }
  return 'yes'
}
