import { type KeyRing, openValue, sealValue, toSignature } from '../../base/keys/keys.ts'
import { parseReadSet, type ReadSet } from '../../data/queries/reads/read-set.ts'
import type { Member } from '../../stores/changes/message.ts'

/** What a page may follow: sealed into the page, and opened again by the stream. */
export interface LiveTicket {
  readonly reads: ReadSet
  /** Where the feed of changes was before the prop was loaded. */
  readonly position: string
  /** Names what is followed: two tickets that follow the same have the same. */
  readonly watch: string
  /** The logins with which the page was made; empty for a guest. */
  readonly logins: readonly LiveLogin[]
  /** The place on a channel; `reads` is then what the access check read. */
  readonly seat?: Seat
}

/** A place on a channel. */
export interface Seat {
  /** The name of the channel with its keys, such as `ticket/5`. */
  readonly channel: string
  /** The client's entry in the list of members, for channels with presence. */
  readonly member?: Member
  /** When the client has to ask for access again. */
  readonly until: number
}

/** A login that a page was made with, and that its stream ends with. */
export interface LiveLogin {
  /** The users' table, and the name of its database. */
  readonly account: string
  readonly database?: string
  readonly id: string
}

/** How long access to a channel lasts before the client has to ask again, because not every rule reads the database. */
export const seatMs = 5 * 60_000

/** How long a page may follow changes before it has to be asked for again. */
const ticketMs = 12 * 60 * 60_000

/** Beyond this, a ticket follows whole tables: a stream sends the tickets of all its props at once. */
const readsLimit = 2000

const sealPurpose = 'live ticket'
const watchPurpose = 'live watch'
const streamPurpose = 'live stream'

/** Seals what a page may follow. */
export function sealTicket(keys: KeyRing, ticket: LiveTicket): string {
  return sealValue(keys, sealPurpose, ticket, ticket.seat?.until ?? Date.now() + ticketMs)
}

/** Opens a ticket; `undefined` for one that has expired or is not ours. */
export function openTicket(keys: KeyRing, text: string): LiveTicket | undefined {
  // Sound: only `sealTicket` seals for this purpose; another version may have done it.
  const ticket = openValue(keys, sealPurpose, text) as LiveTicket | undefined
  return ticket !== undefined && parseReadSet(ticket.reads) !== undefined ? ticket : undefined
}

/** Names what is followed, without telling it. Tables and rows of reads are in order. */
export function toWatch(keys: KeyRing, reads: ReadSet): string {
  return toSignature(keys, watchPurpose, JSON.stringify(reads)).slice(0, watchLength)
}

/** Names a channel by a digest, because its keys may be secret. */
export function toChannelWatch(keys: KeyRing, channel: string): string {
  return toSignature(keys, watchPurpose, `channel ${channel}`).slice(0, watchLength)
}

/** Seals the name of a stream, with which its client sends signs of life. */
export function sealStream(keys: KeyRing, id: string): string {
  return sealValue(keys, streamPurpose, id, undefined)
}

/** Opens the name of a stream; `undefined` for one that is not ours. */
export function openStream(keys: KeyRing, text: string): string | undefined {
  const id = openValue(keys, streamPurpose, text)
  return typeof id === 'string' ? id : undefined
}

/** 96 bits: two of one browser never collide. */
const watchLength = 16

/** The same reads, of whole tables if they are too many to send around. */
export function boundReads(reads: ReadSet): ReadSet {
  if (JSON.stringify(reads).length <= readsLimit) return reads
  return Object.fromEntries(Object.keys(reads).map((table) => [table, true]))
}
