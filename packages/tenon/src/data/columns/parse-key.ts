import type { ColumnDefinition, ColumnType } from './column.ts'
import { isDate } from './date.ts'

/** The longest string accepted as a key, in whole characters, as JSON Schema counts them. */
export const STRING_KEY_LIMIT = 255

/** The smallest and largest integers of 32 and 64 bits. */
export const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 } as const
export const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const

/** An integer in its canonical form, of as many digits as one of 64 bits has. */
export const INT64_PATTERN = '^(?:0|-?[1-9][0-9]{0,18})$'

/** A UUID in the 8-4-4-4-12 form, in upper or lower case. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Reads a key from text, such as a path segment; `undefined` if it is not in canonical form or
 * out of the range of the column's type.
 */
export function parseKey(type: ColumnType, text: string): Key | undefined {
  return parsers[type]?.(text)
}

/** Reads a value of a unique column, like `parseKey` reads a key. */
export function parseColumnKey(
  { type, values }: Pick<ColumnDefinition, 'type' | 'values'>,
  text: string,
): Key | undefined {
  return values === undefined || values.includes(text) ? parseKey(type, text) : undefined
}

const parsers: { readonly [Type in ColumnType]?: (text: string) => Key | undefined } = {
  integer: parseInt32,
  bigint: parseInt64,
  uuid: (text) => (UUID.test(text) ? text.toLowerCase() : undefined),
  date: (text) => (isDate(text) ? text : undefined),
  text: (text) => (isStringKey(text) ? text : undefined),
}

type Key = string | number | bigint

const CANONICAL = new RegExp(INT64_PATTERN)

function parseInt32(text: string): number | undefined {
  if (!CANONICAL.test(text)) return undefined
  const value = Number(text)
  return value >= INT32.min && value <= INT32.max ? value : undefined
}

function parseInt64(text: string): bigint | undefined {
  if (!CANONICAL.test(text)) return undefined
  const value = BigInt(text)
  return value >= INT64.min && value <= INT64.max ? value : undefined
}

function isStringKey(text: string): boolean {
  if (text === '' || text.includes('\0')) return false
  // A character is one or two units of a string.
  const isShort = text.length <= STRING_KEY_LIMIT
  return (
    isShort || (text.length <= 2 * STRING_KEY_LIMIT && Array.from(text).length <= STRING_KEY_LIMIT)
  )
}
