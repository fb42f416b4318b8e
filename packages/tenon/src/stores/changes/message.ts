import type { Change } from '../../data/database/changes/change.ts'
import { MESSAGE_LIMIT_BYTES } from './line.ts'

/**
 * What processes tell each other.
 *
 * - `hello`: I listen from now on; if you are there, say so.
 * - `here`: I am there. Repeated while somebody watches, so that silence means that I have died.
 * - `changes`: what I have committed.
 * - `bye`: I have told everything and end.
 */
export interface Message {
  readonly kind: 'hello' | 'here' | 'changes' | 'bye'
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
  const { kind, scope, from, number, changes } = value as Partial<Message>
  const isNamed = typeof kind === 'string' && typeof scope === 'string'
  const isCounted = typeof from === 'string' && /^\w+$/.test(from) && Number.isSafeInteger(number)
  return isNamed && isCounted && (changes === undefined || changes === null || areChanges(changes))
}

function areChanges(changes: unknown): boolean {
  return Array.isArray(changes) && changes.every((each) => typeof each?.table === 'string')
}
