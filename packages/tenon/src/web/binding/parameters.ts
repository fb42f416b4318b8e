import { parseKey } from '../../data/columns/parse-key.ts'
import type { ParameterBinding } from './binding.ts'

/** A 32-bit integer in canonical decimal form: `0`, `42`, `-7`; anything else is a 400. */
export const integer: ParameterBinding<number> = {
  kind: 'parameter',
  expected: 'an integer',
  parse(text) {
    const value = parseKey('integer', text)
    return typeof value === 'number' ? value : undefined
  },
}

/** A 64-bit integer in canonical decimal form, as a `bigint`; anything else is a 400. */
export const bigint: ParameterBinding<bigint> = {
  kind: 'parameter',
  expected: 'an integer',
  parse(text) {
    const value = parseKey('bigint', text)
    return typeof value === 'bigint' ? value : undefined
  },
}

/** The percent-decoded text of the parameter. */
export const string: ParameterBinding<string> = {
  kind: 'parameter',
  expected: 'text',
  parse: (text) => text,
}

/** A UUID in the 8-4-4-4-12 form, in any case, converted to lower case; anything else is a 400. */
export const uuid: ParameterBinding<string> = {
  kind: 'parameter',
  expected: 'a UUID',
  parse(text) {
    const value = parseKey('uuid', text)
    return typeof value === 'string' ? value : undefined
  },
}
