/** What an object has for log lines, if that is less than its `toJSON`. */
export const LOGGED = Symbol('logged')

/** The fields of a line, with what each object in them has for log lines. Only models with personal columns have it. */
export function toLogged(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, toValue(value, 0)]),
  )
}

/** Deeper ones are left to the texts that were noted. */
const DEEPEST = 5

function toValue(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  if (LOGGED in value && typeof value[LOGGED] === 'function') {
    const logged: unknown = value[LOGGED]()
    return toValue(logged, depth + 1)
  }
  if (Array.isArray(value)) return value.map((item) => toValue(item, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, each]) => [name, toValue(each, depth + 1)]))
}
