/** A value that `route()` writes into a query; `undefined` and `null` are left out. */
export type QueryValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
  | undefined
  | readonly QueryValue[]
  | QueryFields

/** The fields of a query, nested as in the handler's schema. */
export interface QueryFields {
  readonly [name: string]: QueryValue
}

/**
 * Writes a query the way `readQuery` and forms read it: `?filter[a]=1&tags[]=x`. Booleans become
 * `1` and `0`, times ISO 8601. Without fields the result is empty, without a `?`.
 */
export function writeQuery(fields: QueryFields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    toPairs(encodeURIComponent(name), value),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function toPairs(name: string, value: QueryValue): readonly string[] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [`${name}=${encodeURIComponent(toText(value))}`]
  if (value instanceof Date) return [`${name}=${encodeURIComponent(value.toISOString())}`]
  if (Array.isArray(value)) return toItems(name, value)
  return Object.entries(value).flatMap(([key, inner]) =>
    toPairs(`${name}[${encodeURIComponent(key)}]`, inner),
  )
}

/** A list of lists or objects needs indices: `[]` is allowed only at the end of a name. */
function toItems(name: string, items: readonly QueryValue[]): readonly string[] {
  const present = items.filter((item) => item !== undefined && item !== null)
  const isFlat = present.every((item) => typeof item !== 'object' || item instanceof Date)
  return present.flatMap((item, i) => toPairs(isFlat ? `${name}[]` : `${name}[${i}]`, item))
}

function toText(value: string | number | bigint | boolean): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return String(value)
}
