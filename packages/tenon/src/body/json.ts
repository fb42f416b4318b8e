import { BadRequest } from '../support/http-error.ts'
import { decodeUtf8 } from './utf8.ts'

/**
 * Reads JSON: UTF-8 only, nested at most `depth` levels, without a key `__proto__`, which would
 * change the prototype of whatever the value is later merged into. Throws `BadRequest`.
 */
export function readJson(bytes: Uint8Array, depth: number): unknown {
  const value = parseText(decodeUtf8(bytes))
  assertHarmless(value, depth)
  return value
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message quotes the body, which does not belong into an answer or a log.
    throw new BadRequest('The body is not valid JSON')
  }
}

function assertHarmless(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth === 0) throw new BadRequest('The body is nested too deeply')

  if (Object.hasOwn(value, '__proto__')) throw new BadRequest('The body has a key "__proto__"')
  for (const item of Object.values(value)) assertHarmless(item, depth - 1)
}
