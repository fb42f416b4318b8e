import { type KeyRing, openValue, sealValue, toSignature } from '../../base/keys/keys.ts'
import { parseReadSet, type ReadSet } from '../../data/queries/reads/read-set.ts'
import type { Member } from '../../stores/changes/message.ts'

/** The right to follow data. The page contains it sealed; the stream opens it. */
export interface LiveTicket {
  readonly reads: ReadSet
  /** The position of the feed of changes before the prop was loaded. */
  readonly position: string
  /** The name of the followed data. Two tickets for the same data have the same watch. */
  readonly watch: string
  /** The logins with which the page was made; empty for a guest. */
  readonly logins: readonly LiveLogin[]
  /** The seat on a channel. `reads` is then the data that the access check read. */
  readonly seat?: Seat
}

/** A seat on a channel: the client's permission to follow it. */
export interface Seat {
  /** The name of the channel with its keys, such as `ticket/5`. */
  readonly channel: string
  /** The client's entry in the list of members, for channels with presence. */
  readonly member?: Member
  /** When the client has to ask for access again, in milliseconds since 1970. */
  readonly until: number
}

/** A login with which a page was made. The page's stream ends when the login ends. */
export interface LiveLogin {
  /** The table of the users. `database` is the name of its database; absent for the default one. */
  readonly account: string
  readonly database?: string
  readonly id: string
}

/**
 * How long a seat lasts. Then the client has to ask again, because an access rule may depend on more than the database.
 */
export const seatMs = 5 * 60_000

/** How long a page may follow changes before its props have to be reloaded. */
const ticketMs = 12 * 60 * 60_000

/**
 * The maximum length of a ticket's reads as JSON. A larger ticket follows whole tables, because tickets are sent
 * together.
 */
const readsLimit = 2000

const sealPurpose = 'live ticket'
const watchPurpose = 'live watch'
const streamPurpose = 'live stream'

/** Seals a ticket. */
export function sealTicket(keys: KeyRing, ticket: LiveTicket): string {
  return sealValue(keys, sealPurpose, ticket, ticket.seat?.until ?? Date.now() + ticketMs)
}

/** Opens a ticket; `undefined` if it has expired or was not sealed with these keys. */
export function openTicket(keys: KeyRing, text: string): LiveTicket | undefined {
  // Sound: only `sealTicket` seals for this purpose; another version may have done it.
  const ticket = openValue(keys, sealPurpose, text) as LiveTicket | undefined
  return ticket !== undefined && parseReadSet(ticket.reads) !== undefined ? ticket : undefined
}

/** The name of followed data: a digest, so that it reveals nothing. Expects the tables and rows of `reads` in order. */
export function toWatch(keys: KeyRing, reads: ReadSet): string {
  return toSignature(keys, watchPurpose, JSON.stringify(reads)).slice(0, watchLength)
}

/** The name of a followed channel: a digest, because its keys may be secret. */
export function toChannelWatch(keys: KeyRing, channel: string): string {
  return toSignature(keys, watchPurpose, `channel ${channel}`).slice(0, watchLength)
}

/** Seals the id of a stream. The client sends it as its sign of life. */
export function sealStream(keys: KeyRing, id: string): string {
  return sealValue(keys, streamPurpose, id, undefined)
}

/** Opens the id of a stream; `undefined` if it was not sealed with these keys. */
export function openStream(keys: KeyRing, text: string): string | undefined {
  const id = openValue(keys, streamPurpose, text)
  return typeof id === 'string' ? id : undefined
}

/** 16 characters have 96 bits, so two watches of one browser never collide. */
const watchLength = 16

/** The same reads, or whole tables if the reads are too large to send. */
export function boundReads(reads: ReadSet): ReadSet {
  if (JSON.stringify(reads).length <= readsLimit) return reads
  return Object.fromEntries(Object.keys(reads).map((table) => [table, true]))
}
