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
  const pairs = flattenFields(fields, encodeURIComponent)
  if (pairs.length === 0) return ''
  // Sound: `QueryFields` has no files, so every value is text.
  return `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value as string)}`).join('&')}`
}

/** A field of a query or a form, with its value as it is sent. */
export type FlatField = readonly [name: string, value: string | Blob]

/** Flattens nested fields to the names that `nestFields` reads: `item[name]`, `tags[]`. */
export function flattenFields(
  fields: object,
  encode: (name: string) => string,
): readonly FlatField[] {
  return Object.entries(fields).flatMap(([name, value]) => flatten(encode(name), value, encode))
}

function flatten(
  name: string,
  value: unknown,
  encode: (name: string) => string,
): readonly FlatField[] {
  if (value === undefined || value === null) return []
  if (isLeaf(value)) return [[name, toSent(value)]]
  if (!Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, inner]) =>
      flatten(`${name}[${encode(key)}]`, inner, encode),
    )
  }
  const items = value.filter((item) => item !== undefined && item !== null)
  // `[]` is allowed only at the end of a name: lists and objects in a list need indices.
  const isFlat = items.every(isLeaf)
  return items.flatMap((item, i) => flatten(isFlat ? `${name}[]` : `${name}[${i}]`, item, encode))
}

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value instanceof Date || value instanceof Blob
}

function toSent(value: unknown): string | Blob {
  if (value instanceof Blob) return value
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'boolean' ? String(Number(value)) : String(value)
}
