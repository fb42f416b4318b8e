import { BadRequest, PayloadTooLarge } from '../../base/support/http-error.ts'
import type { BodyLimits } from './body-limits.ts'
import { decodeUtf8 } from './media-type.ts'

/** The limits of a JSON body besides its size. */
type JsonLimits = Pick<BodyLimits, 'depth' | 'values'>

/**
 * Parses JSON. It must be UTF-8 and must not contain a key `__proto__`, which would change the
 * prototype of any object the value is later merged into. Throws `BadRequest`, also for values
 * nested too deeply, and `PayloadTooLarge` for too many values, because a schema may report an
 * error for each of them.
 */
export function readJson(bytes: Uint8Array, { depth, values }: JsonLimits): unknown {
  const value = parseText(decodeUtf8(bytes))
  if (countHarmless(value, depth, values) > values) {
    throw new PayloadTooLarge(`A JSON body may have at most ${values} values`)
  }
  return value
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message quotes the body, which must not appear in a response or a log.
    throw new BadRequest('The body is not valid JSON')
  }
}

/** Counts the values, stopping soon after `limit`; throws `BadRequest` for harmful ones. */
function countHarmless(value: unknown, depth: number, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === 0) throw new BadRequest('The body is nested too deeply')
  if (Array.isArray(value)) return countItems(value, depth, limit)

  // Sound: parsed JSON. `for in` makes no list of values: 2.5 instead of 12.6 µs for 100 rows of three fields.
  const fields = value as Readonly<Record<string, unknown>>
  let count = 0
  for (const key in fields) {
    if (key === '__proto__') throw new BadRequest('The body has a key "__proto__"')
    count += 1 + countHarmless(fields[key], depth - 1, limit - count)
    if (count > limit) return count
  }
  return count
}

function countItems(items: readonly unknown[], depth: number, limit: number): number {
  let count = items.length
  for (const item of items) {
    if (count > limit) return count
    count += countHarmless(item, depth - 1, limit - count)
  }
  return count
}
