import { BadRequest, PayloadTooLarge } from '../../base/support/http-error.ts'
import type { BodyLimits } from './body-limits.ts'
import { nestFields, type FormFields, type FormPair } from './form-fields.ts'
import { decodeUtf8 } from './media-type.ts'

/**
 * Parses the fields of an urlencoded form. Throws `PayloadTooLarge` for too many fields, and
 * `BadRequest` for a malformed escape, invalid UTF-8, or anything `nestFields` refuses.
 */
export function readUrlencoded(bytes: Uint8Array, limits: BodyLimits): FormFields {
  const pairs = splitPairs(decodeUtf8(bytes), limits.fields)
  return nestFields(pairs.map(toPair), limits.depth)
}

function splitPairs(text: string, limit: number): readonly string[] {
  const pairs = text.split('&', limit + 1)
  if (pairs.length > limit) throw new PayloadTooLarge(`A form may have at most ${limit} fields`)
  return pairs.filter((pair) => pair !== '')
}

/** Parses `name=value`; throws `BadRequest` for a malformed escape. */
export function toPair(pair: string): FormPair {
  const equalsAt = pair.indexOf('=')
  const name = decode(equalsAt === -1 ? pair : pair.slice(0, equalsAt))
  return [name, equalsAt === -1 ? '' : decode(pair.slice(equalsAt + 1))]
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw new BadRequest('A field contains a malformed escape')
  }
}
