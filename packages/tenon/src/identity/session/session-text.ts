import { parseValue } from '../../stores/cache/values/parse-value.ts'
import { serializeValue } from '../../stores/cache/values/serialize-value.ts'

/** Writes the values of a session; throws `E_CACHE_VALUE` for one that cannot be read back. */
export function toSessionText(values: ReadonlyMap<string, unknown>): string {
  return serializeValue(values, 'session')
}

/** Reads the values of a session; none of what this version of the application did not write. */
export function readSessionText(text: string): ReadonlyMap<string, unknown> {
  const parsed = parseValue(text)?.value
  return parsed instanceof Map ? parsed : new Map()
}
