import { decode } from '../../columns/codec.ts'
import type { TableColumn } from '../../columns/table.ts'
import { microsecondsOf, toExactIsoText } from '../../database/instants/microseconds.ts'
import type { DatabaseValue } from '../../database/statement.ts'
import { positionCodec } from '../../queries/parameter.ts'
import type { Order } from '../../queries/selection.ts'
import { BadRequest } from '../../../base/support/http-error.ts'

/** A position in an order: the values of its columns. */
export interface Cursor {
  readonly values: readonly unknown[]
  /** Whether to read the page before this position. */
  readonly backwards: boolean
}

/** Cursors come from clients; longer ones are rejected unread. */
const CURSOR_LIMIT = 4096

/** Writes a cursor as text that fits into a URL. The client can read the values in it. */
export function writeCursor({ values, backwards }: Cursor, order: readonly Order[]): string {
  const stored = order.map(({ column }, i) => toText(column, values[i]))
  return Buffer.from(JSON.stringify([backwards ? '<' : '>', ...stored])).toString('base64url')
}

/** Reads a cursor. Throws `BadRequest` if it does not belong to this order. */
export function parseCursor(text: string, order: readonly Order[]): Cursor {
  const parts = text.length > CURSOR_LIMIT ? undefined : parseParts(text)
  if (parts?.length !== order.length + 1) throw invalidCursor()
  const [direction, ...stored] = parts
  return {
    backwards: direction === '<',
    values: order.map(({ column }, i) => fromText(column, stored[i])),
  }
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

/**
 * The form that SQLite stores: numbers and text, with 64-bit integers as digits. A moment with
 * microseconds is text as well.
 */
function toText(column: TableColumn, value: unknown): DatabaseValue {
  const stored = positionCodec(column, 'sqlite').encode(value)
  if (value instanceof Date && microsecondsOf(value) > 0) return toExactIsoText(value)
  return typeof stored === 'bigint' ? stored.toString() : stored
}

function fromText(column: TableColumn, stored: unknown): unknown {
  const codec = positionCodec(column, 'sqlite')
  try {
    const value = decode(codec, stored)
    codec.encode(value)
    return value
  } catch (cause) {
    // If the conversion rejects a value, the client sent it.
    throw invalidCursor(cause)
  }
}

export function invalidCursor(cause?: unknown): BadRequest {
  return new BadRequest('Invalid cursor', { cause })
}
