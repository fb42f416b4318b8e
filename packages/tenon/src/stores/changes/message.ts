import type { Change } from '../../data/database/changes/change.ts'
import { MESSAGE_LIMIT_BYTES } from './message-bus.ts'

/**
 * What processes tell each other.
 *
 * - `hello`: I listen from now on; if you are there, say so.
 * - `here`: I am there. Repeated while somebody watches, so that silence means that I have died.
 * - `changes`: what I have committed and published.
 * - `members`: who has come to a channel here, or left.
 * - `who`: say all who are on your channels.
 * - `alive`: clients whose streams I do not have are there.
 * - `event`: it was emitted here, and listeners of every process want to hear of it.
 * - `bye`: I have told everything and end.
 */
export interface Message {
  readonly kind: 'hello' | 'here' | 'changes' | 'members' | 'who' | 'alive' | 'event' | 'bye'
  /** The name of the application's tables among those of others in the same database. */
  readonly scope: string
  /** Who tells it. */
  readonly from: string
  /** The number of its last commit. */
  readonly number: number
  /** Whether somebody watches there. */
  readonly isWatching: boolean
  /** Whether it has told all its commits since it started. */
  readonly isWhole: boolean
  /** The number of its first commit in this message. */
  readonly first?: number
  /** What was committed; `null` if it may be anything. */
  readonly changes?: readonly Change[] | null
  /** What was published: channels and messages. */
  readonly published?: readonly Published[]
  /** How often somebody has come to a channel of this process, or left. */
  readonly presence?: number
  readonly moves?: PresenceChange
  /** Who is asked with `who`. */
  readonly whom?: string
  /** The streams of `alive`. */
  readonly streams?: readonly string[]
  /** The name of an event, and what it carries. */
  readonly event?: readonly [name: string, payload: unknown]
}

/** A message and its channel. */
export type Published = readonly [channel: string, message: unknown]

/** Somebody on a channel: a user, or whatever the channel calls its members. */
export interface Member {
  readonly id: string | number
}

/** Who has come and left, or a part of all who are there. */
export interface PresenceChange {
  /** Which part of all it is, from 0; `undefined` for a change. */
  readonly part?: number
  readonly parts?: number
  readonly come: readonly (readonly [channel: string, member: Member])[]
  readonly left: readonly (readonly [channel: string, id: Member['id']])[]
}

/** Writes a message; one that is too long tells only the tables, or that anything may have changed. */
export function writeMessage(message: Message): string {
  const text = JSON.stringify(message)
  if (fits(text)) return text
  const tables = message.changes?.map(({ table, isDelete }) => ({ table, isDelete }))
  const shorter = JSON.stringify({ ...message, changes: tables ?? null })
  return fits(shorter) ? shorter : JSON.stringify({ ...message, changes: null })
}

/** Reads a message; `undefined` if it is none of ours, which an older or newer version may send. */
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

/** A sender of notices may use the database as well, so only the shape is checked. */
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
