import { hiddenValues } from '../../../base/log/hidden-values.ts'
import { SetupError } from '../../../base/support/setup-error.ts'

/**
 * Serializes a value for `parseValue`, as plain JSON if that loses nothing.
 *
 * Otherwise the text starts with `~`, and each value that JSON lacks becomes `{"~": [kind, …]}`: `Date`, `Map`, `Set`,
 * `bigint`, `undefined`, `NaN`, infinities, `-0`, `Uint8Array` and `Buffer`. Throws `E_CACHE_VALUE` for functions,
 * symbols, instances of other classes, and values nested deeper than 64 levels.
 */
export function serializeValue(value: unknown, key: string): string {
  const text = isJson(value, 0)
    ? JSON.stringify(value)
    : `~${JSON.stringify(toTree(value, { key, path: '', depth: 0 }))}`
  if (hiddenValues.isFollowed) hiddenValues.check(text, `The cache entry "${key}"`)
  return text
}

/** Limits the recursion, which also ends cycles. */
const depthLimit = 64

function isJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return isPlainNumber(value)
  return typeof value === 'object' && depth < depthLimit && isJsonObject(value, depth + 1)
}

function isJsonObject(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    // Loop by index: `every` skips holes, which JSON writes as null.
    for (let i = 0; i < value.length; i++) if (!isJson(value[i], depth)) return false
    return true
  }
  if (!isRecord(value)) return false
  for (const key in value) {
    if (key === '~' || key === 'toJSON' || !isJson(value[key], depth)) return false
  }
  return true
}

interface Position {
  readonly key: string
  readonly path: string
  readonly depth: number
}

function toTree(value: unknown, at: Position): unknown {
  if (at.depth > depthLimit)
    throw refuse(at, `is nested deeper than ${depthLimit} levels, or contains itself`)
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') {
    return isPlainNumber(value) ? value : { '~': ['number', toNumberText(value)] }
  }
  if (typeof value === 'bigint') return { '~': ['bigint', value.toString()] }
  if (value === undefined) return { '~': ['undefined'] }
  if (typeof value === 'object') return toObjectTree(value, at)
  throw refuse(at, `is a ${typeof value}`)
}

function toObjectTree(value: object, at: Position): unknown {
  if (Array.isArray(value)) return Array.from(value, (item, i) => toTree(item, below(at, `[${i}]`)))
  if (value instanceof Date) return { '~': ['date', value.getTime()] }
  if (Buffer.isBuffer(value)) return { '~': ['buffer', value.toString('base64')] }
  if (isBytes(value)) return { '~': ['bytes', Buffer.from(value).toString('base64')] }
  if (value instanceof Map) {
    return { '~': ['map', ...Array.from(value, (pair) => toTree(pair, below(at, '(map)')))] }
  }
  if (value instanceof Set) {
    return { '~': ['set', ...Array.from(value, (item) => toTree(item, below(at, '(set)')))] }
  }
  if (!isRecord(value)) throw refuse(at, `is a ${value.constructor?.name ?? 'class instance'}`)
  // Store pairs if a name has a special meaning here or in JSON.
  const entries = Object.entries(value).map(
    ([name, item]) => [name, toTree(item, below(at, `.${name}`))] as const,
  )
  const isPlain = entries.every(([name]) => name !== '~' && name !== 'toJSON')
  return isPlain ? Object.fromEntries(entries) : { '~': ['object', ...entries] }
}

function below({ key, path, depth }: Position, step: string): Position {
  return { key, path: path + step, depth: depth + 1 }
}

function isPlainNumber(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0)
}

function toNumberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

/** Excludes subclasses, which would come back as another class. */
function isBytes(value: object): value is Uint8Array {
  return Object.getPrototypeOf(value) === Uint8Array.prototype
}

function isRecord(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function refuse({ key, path }: Position, reason: string): SetupError {
  return new SetupError(
    'E_CACHE_VALUE',
    `The value for the cache key "${key}" cannot be cached: ${path === '' ? 'it' : path} ${reason}. Cache plain data, such as the result of toJSON().`,
  )
}
