import { BadRequest } from '../../base/support/http-error.ts'
import { nestFields, type FormFields } from './form-fields.ts'
import { toPair } from './urlencoded.ts'

/** The limits of a query, in addition to the length of the request target. */
const queryLimits = { fields: 500, depth: 8 } as const

/**
 * Parses the query of a request target by the rules for forms: `filter[a]=1` nests, `tags[]=x`
 * appends, every value is text. Throws `BadRequest` for a malformed escape, a field sent twice,
 * `__proto__`, or an exceeded limit.
 */
export function readQuery(target: string): FormFields {
  const start = target.indexOf('?')
  const parts = start === -1 ? [] : target.slice(start + 1).split('&')
  const sent = parts.filter((part) => part !== '')
  if (sent.length > queryLimits.fields) {
    throw new BadRequest(`A query may have at most ${queryLimits.fields} fields`)
  }
  return nestFields(sent.map(toPair), queryLimits.depth)
}
