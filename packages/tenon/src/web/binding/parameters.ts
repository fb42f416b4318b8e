import { parseKey } from '../../data/columns/parse-key.ts'
import type { ParameterBinding } from './binding.ts'

/** A parameter of the path that is not the key of a record: `handler({ page: param.integer })`. */
export const param = {
  /** A 32-bit integer in canonical decimal form: `0`, `42`, `-7`; anything else is a 400. */
  integer: binding('an integer', (text) => {
    const value = parseKey('integer', text)
    return typeof value === 'number' ? value : undefined
  }),

  /** A 64-bit integer in canonical decimal form, as a `bigint`; anything else is a 400. */
  bigint: binding('an integer', (text) => {
    const value = parseKey('bigint', text)
    return typeof value === 'bigint' ? value : undefined
  }),

  /** The percent-decoded text of the parameter. */
  string: binding('text', (text) => text),

  /** A UUID in the 8-4-4-4-12 form, in any case, converted to lower case; anything else is a 400. */
  uuid: binding('a UUID', (text) => {
    const value = parseKey('uuid', text)
    return typeof value === 'string' ? value : undefined
  }),
}

function binding<Value>(
  expected: string,
  parse: (text: string) => Value | undefined,
): ParameterBinding<Value> {
  return { kind: 'parameter', expected, parse }
}
