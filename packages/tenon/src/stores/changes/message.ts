import type { Change } from '../../data/database/changes/change.ts'
import { MESSAGE_LIMIT_BYTES } from './message-bus.ts'

/**
 * A message between processes.
 *
 * - `hello`: I listen from now on; answer if you are there.
 * - `here`: I am alive. Repeated while somebody watches, so silence means that the process has died.
 * - `changes`: my commits and published messages.
 * - `members`: members who came to a channel here, or left.
 * - `who`: tell me all your members.
 * - `alive`: clients are alive whose streams I do not hold.
 * - `event`: an event was emitted here; call the listeners of every process.
 * - `bye`: I have told everything and end.
 */
export interface Message {
  readonly kind: 'hello' | 'here' | 'changes' | 'members' | 'who' | 'alive' | 'event' | 'bye'
  /** Separates this application from others in the same database. */
  readonly scope: string
  /** The name of the sender. */
  readonly from: string
  /** The number of the sender's last commit. */
  readonly number: number
  /** Whether somebody watches in the sender's process. */
  readonly isWatching: boolean
  /** Whether the sender has told all its commits since it started. */
  readonly isWhole: boolean
  /** The number of the first commit in this message. */
  readonly first?: number
  /** The committed changes; `null` if anything may have changed. */
  readonly changes?: readonly Change[] | null
  /** The published messages, with their channels. */
  readonly published?: readonly Published[]
  /** How often members have come to channels of the sender, or left. */
  readonly presence?: number
  readonly moves?: PresenceChange
  /** The process that `who` asks. */
  readonly whom?: string
  /** The streams of `alive`. */
  readonly streams?: readonly string[]
  /** The name and the payload of an event. */
  readonly event?: readonly [name: string, payload: unknown]
}

/** A message and its channel. */
export type Published = readonly [channel: string, message: unknown]

/** A member of a channel: a user, or what else the channel counts. */
export interface Member {
  readonly id: string | number
}

/** The members who came and left, or one part of the list of all members. */
export interface PresenceChange {
  /** Which part of the list of all it is, from 0; `undefined` for a change. */
  readonly part?: number
  readonly parts?: number
  readonly come: readonly (readonly [channel: string, member: Member])[]
  readonly left: readonly (readonly [channel: string, id: Member['id']])[]
}

/** Writes a message. If it is too long, it contains only the names of the changed tables, or no changes at all. */
export function writeMessage(message: Message): string {
  const text = JSON.stringify(message)
  if (fits(text)) return text
  const tables = message.changes?.map(({ table, isDelete }) => ({ table, isDelete }))
  const shorter = JSON.stringify({ ...message, changes: tables ?? null })
  return fits(shorter) ? shorter : JSON.stringify({ ...message, changes: null })
}

/** Reads a message; `undefined` for any other text. Another version may send an unknown one. */
export function parseMessage(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return isMessage(message) ? message : undefined
  } catch {
    return undefined
  }
}

function fits(text: string): boolean {
  return Buffer.byteLength(text) <= MESSAGE_LIMIT_BYTES
}

/** Checks only the shape: anyone who can send notifications can also use the database. */
function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false
  const { kind, scope, from, number, changes, published, moves, event } = value as Partial<Message>
  const isNamed = typeof kind === 'string' && typeof scope === 'string'
  const isCounted = typeof from === 'string' && /^\w+$/.test(from) && Number.isSafeInteger(number)
  const isWhole = isOptional(changes, areChanges) && isOptional(published, arePairs)
  const isEvent = event !== undefined && arePairs([event])
  return (
    isNamed && isCounted && isWhole && isOptional(moves, areMoves) && (kind !== 'event' || isEvent)
  )
}

function isOptional(value: unknown, isRight: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || isRight(value)
}

function areChanges(changes: unknown): boolean {
  return Array.isArray(changes) && changes.every((each) => typeof each?.table === 'string')
}

function arePairs(pairs: unknown): boolean {
  return (
    Array.isArray(pairs) &&
    pairs.every((each: unknown) => Array.isArray(each) && typeof each[0] === 'string')
  )
}

function areMoves(moves: unknown): boolean {
  return arePairs(Object(moves).come) && arePairs(Object(moves).left)
}
