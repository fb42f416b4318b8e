import { rulesOf } from './column-type.ts'
import type { ColumnDefinition } from './column.ts'
import type { Key } from './types/type-rules.ts'

/**
 * Reads a key from text, such as a path segment; `undefined` if it is not in canonical form, or is
 * out of range for the column's type.
 */
export function parseKey(type: string, text: string): Key | undefined {
  return rulesOf({ type }).parseKey?.(text)
}

/** Reads a value of a unique column, like `parseKey` reads a key. */
export function parseColumnKey(
  { type, values }: Pick<ColumnDefinition, 'type' | 'values'>,
  text: string,
): Key | undefined {
  return values === undefined || values.includes(text) ? parseKey(type, text) : undefined
}
