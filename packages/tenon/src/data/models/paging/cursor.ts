import { columnType } from '../../columns/column-type.ts'
import type { TableColumn } from '../../columns/table.ts'
import type { DatabaseValue } from '../../database/statement.ts'
import type { Order } from '../../queries/selection.ts'
import { BadRequest } from '../../../base/support/http-error.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Position } from './segments.ts'

/** A position in an order. */
export interface Cursor {
  /** The values of the order's columns. A cursor may have the key alone: the others are `undefined`, and read again. */
  readonly values: readonly (DatabaseValue | undefined)[]
  /** Whether to read the page before this position. */
  readonly backwards: boolean
}

/** The maximum length of a cursor, in characters. Clients send them, so longer ones are rejected unread. */
const CURSOR_LIMIT = 4096

/**
 * Writes a cursor as text that fits into a URL. The client can read the values in it.
 *
 * If the values are too long or cannot be written as JSON, the cursor has the key alone. Throws `E_QUERY_CURSOR` if the
 * key does not fit either.
 */
export function writeCursor(
  position: Position,
  order: readonly Order[],
  { keys, isBefore }: { readonly keys: readonly TableColumn[]; readonly isBefore: boolean },
): string {
  const parts = order.map(({ column }, i) => toPart(column, position[i] ?? null))
  const key = order.map(({ column }, i) => (keys.includes(column) ? parts[i] : []))
  const text = [parts, key]
    .filter((each) => !each.includes(undefined))
    .map((each) =>
      Buffer.from(JSON.stringify([isBefore ? '<' : '>', ...each])).toString('base64url'),
    )
    .find((each) => each.length <= CURSOR_LIMIT)
  if (text !== undefined) return text
  const names = keys.map(({ name }) => name).join(', ')
  throw new SetupError(
    'E_QUERY_CURSOR',
    `A record has no cursor, because its key (${names}) does not fit into ${CURSOR_LIMIT} characters. Use paginate().`,
  )
}

/** Writes 64-bit integers as digits, which both databases accept; `undefined` for a value that `isPart` rejects. */
function toPart(column: TableColumn, value: DatabaseValue): Part | undefined {
  const part = typeof value === 'bigint' ? value.toString() : value
  const written = typeof part === 'boolean' ? Number(part) : part
  return isPart(column, written) ? written : undefined
}

type Part = string | number | null

/** Whether a cursor can have this value. SQLite may store any value in a column, and compares any text of a client. */
function isPart({ definition }: TableColumn, part: unknown): part is Part {
  if (part === null) return definition.nullable
  if (columnType(definition, 'sqlite') === 'text') return typeof part === 'string'
  return typeof part === 'string' ? NUMBER_OR_MOMENT.test(part) : Number.isFinite(part)
}

const NUMBER_OR_MOMENT = /^-?\d[-+\d.:TZ ]*$/

/** Reads a cursor. Throws `BadRequest` if it does not belong to this order. */
export function parseCursor(
  text: string,
  order: readonly Order[],
  keys: readonly TableColumn[],
): Cursor {
  const parts = text.length > CURSOR_LIMIT ? undefined : parseParts(text)
  if (parts?.length !== order.length + 1) throw invalidCursor()
  const [mark, ...written] = parts
  const values = order.map(({ column }, i) => {
    const value = written[i]
    if (isPart(column, value)) return value
    if (Array.isArray(value) && !keys.includes(column)) return undefined
    throw invalidCursor()
  })
  return { values, backwards: mark === '<' }
}

function parseParts(text: string): readonly unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export function invalidCursor(cause?: unknown): BadRequest {
  return new BadRequest('Invalid cursor', { cause })
}
