import { currentKeys } from '../../../base/keys/keys.ts'
import { ServiceUnavailable } from '../../../base/support/http-error.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { readsSoFar } from '../../../data/queries/reads/note-reads.ts'
import { feeds } from '../../../stores/changes/current-feed.ts'
import type { Member } from '../../../stores/changes/message.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { json } from '../../../web/http/replies.ts'
import type { Reply } from '../../../web/http/reply.ts'
import { stateKey } from '../../../web/http/state-key.ts'
import { boundReads, sealTicket, seatMs, toChannelWatch, type Seat } from '../live-ticket.ts'
import type { LoginsOf } from '../live-tickets.ts'

/** The key under which an application provides the logins of a request. */
export const loginsOfKey = stateKey<LoginsOf>('logins of live streams')

/** The maximum size of a member as JSON. */
const memberLimitBytes = 1000

/** A channel to which a client is admitted. */
export interface Admitted {
  /** The name of the channel without keys. */
  readonly name: string
  readonly channel: string
  readonly member: Member | undefined
}

/**
 * Answers with a sealed ticket for a seat on a channel. The ticket contains the data that the route and its middleware
 * have read so far. When that data changes, the seat ends, and the client has to ask again.
 */
export async function giveSeat(
  request: HttpRequest,
  admit: () => Promise<Admitted>,
): Promise<Reply> {
  const keys = currentKeys()
  // Take the position before the handler reads, because it may miss a later change. Writes of the middleware do not
  // count.
  const position = feeds.get()?.position
  if (position === undefined) throw new ServiceUnavailable()
  const value = await admit()
  const reads = readsSoFar()
  const logins = (await request.get(loginsOfKey)?.(request)) ?? []
  const watch = toChannelWatch(keys, value.channel)
  const seat = toSeat(value)
  const ticket = sealTicket(keys, { reads: boundReads(reads), position, watch, logins, seat })
  return json({ ticket, watch, position }).header('cache-control', 'no-store')
}

function toSeat({ name, channel, member }: Admitted): Seat {
  const until = Date.now() + seatMs
  if (member === undefined) return { channel, until }
  const { id } = member
  const isKeyed = typeof id === 'string' || typeof id === 'number'
  const text = JSON.stringify(member)
  if (isKeyed && Buffer.byteLength(text) <= memberLimitBytes) {
    return { channel, member: JSON.parse(text), until }
  }
  throw new SetupError(
    'E_CHANNEL_MEMBER',
    `What .presence() of the channel "${name}" returns ` +
      `${isKeyed ? `has more than ${memberLimitBytes} bytes as JSON. Return less, such as an id and a name` : 'has no id. Return a text or a number as id, the same for each tab of a user'}.`,
  )
}
