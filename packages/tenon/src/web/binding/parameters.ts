import { parseKey } from '../columns/parse-key.ts'
import { text as toText } from '../http/replies.ts'
import type { Reply } from '../http/reply.ts'
import type { ParameterBinding } from './binding.ts'

/** A 32-bit integer in canonical decimal: `0`, `42`, `-7`; anything else is a 400. */
export const integer: ParameterBinding<number> = {
  kind: 'parameter',
  expected: 'an integer',
  parse(text) {
    const value = parseKey('integer', text)
    return typeof value === 'number' ? value : undefined
  },
}

/** A 64-bit integer in canonical decimal, as a `bigint`; anything else is a 400. */
export const bigint: ParameterBinding<bigint> = {
  kind: 'parameter',
  expected: 'an integer',
  parse(text) {
    const value = parseKey('bigint', text)
    return typeof value === 'bigint' ? value : undefined
  },
}

/**
 * As a binding, the parameter's text, decoded: `handler({ slug: text }, …)`. As a function, a reply
 * of plain text: `text('pong')`.
 */
export const text: ParameterBinding<string> & ((body: string) => Reply) = Object.assign(
  (body: string) => toText(body),
  { kind: 'parameter', expected: 'text', parse: (value: string) => value } as const,
)

/** A UUID in the 8-4-4-4-12 form, any case, handed over in lower case; anything else is a 400. */
export const uuid: ParameterBinding<string> = {
  kind: 'parameter',
  expected: 'a UUID',
  parse(text) {
    const value = parseKey('uuid', text)
    return typeof value === 'string' ? value : undefined
  },
}
