/** Names the method that returns what an object shows in log lines, if that is less than its `toJSON` returns. */
export const LOGGED = Symbol('logged')

/** Replaces each object in the fields of a line by what it shows in log lines: records with personal columns. */
export function toLogged(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, toValue(value, 0)]),
  )
}

/** Objects below this depth are not replaced; noted texts in them still are. */
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
