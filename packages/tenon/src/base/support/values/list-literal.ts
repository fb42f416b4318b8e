/** Lists of stored values as one text: an array of PostgreSQL, or JSON for SQLite. */

/** A value as a driver takes it. */
type Stored = string | number | bigint | boolean | Uint8Array | null

/** Writes values as a list that the database reads. */
export const writeList: Readonly<
  Record<'sqlite' | 'postgres', (items: readonly Stored[]) => string>
> = {
  sqlite: (items) =>
    items.some(hasOwnText) ? `[${items.map(jsonItem).join()}]` : JSON.stringify(items),
  postgres: arrayLiteral,
}

/** Writes values as a PostgreSQL array, whatever their type. */
export function arrayLiteral(items: readonly Stored[]): string {
  return `{${items.map(arrayItem).join()}}`
}

/**
 * Writes 64-bit integers as digits, which SQLite reads exactly, large reals with an exponent (SQLite would read
 * their rounded digits as a different integer), and bytes as PostgreSQL writes them.
 */
export function jsonItem(item: Stored): string {
  if (typeof item === 'bigint') return item.toString()
  if (item instanceof Uint8Array) return bytesItem(item)
  return hasOwnText(item) ? Number(item).toExponential() : JSON.stringify(item)
}

/** Whether `JSON.stringify` rejects a value, or writes a different number or an object. */
function hasOwnText(item: Stored): boolean {
  return (
    typeof item === 'bigint' ||
    (typeof item === 'number' && Math.abs(item) > 2 ** 53) ||
    item instanceof Uint8Array
  )
}

/** Writes bytes in quotes, which is valid in a PostgreSQL array and in JSON. */
function bytesItem(item: Uint8Array): string {
  return String.raw`"\\x${Buffer.from(item).toString('hex')}"`
}

function arrayItem(item: Stored): string {
  if (item instanceof Uint8Array) return bytesItem(item)
  if (typeof item !== 'string') return String(item)
  // Test first: few texts need escapes, and replacing in all of them takes three times as long.
  return SPECIAL.test(item) ? `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${item}"`
}

const SPECIAL = /["\\]/

/**
 * Parses an array that PostgreSQL prints, such as `{1,NULL,"a b"}`, into texts; `undefined` for a nested array and
 * for one with explicit bounds.
 */
export function parseArray(text: string): (string | null)[] | undefined {
  if (text === '{}') return []
  if (!text.startsWith('{')) return undefined
  const items: (string | null)[] = []
  const item = new RegExp(ITEM)
  item.lastIndex = 1
  for (;;) {
    const [found, quoted, plain = '', end] = item.exec(text) ?? []
    if (found === undefined) return undefined
    items.push(quoted === undefined ? plainItem(plain) : quoted.replaceAll(/\\(.)/gs, '$1'))
    if (end === '}') return item.lastIndex === text.length ? items : undefined
  }
}

/** An item and the character after it. An item in quotes may contain anything, with escapes; other items need none. */
const ITEM = /(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^{},"\\]+))([,}])/sy

function plainItem(text: string): string | null {
  return text.toUpperCase() === 'NULL' ? null : text
}
