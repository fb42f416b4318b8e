import type { JsonSchema, NamedSchemas } from '../../../application/contract/openapi/json-schema.ts'
import { toSample } from '../../../application/contract/openapi/sample.ts'

/**
 * Returns a text or a number that fits a schema and differs from its sample, for a value that must be unique. `undefined`
 * if none is found. Different `variant`s give different values.
 */
export function toOtherSample(
  schema: JsonSchema,
  components: NamedSchemas,
  variant: number,
): unknown {
  const sample = toSample(schema, components)
  const limits = toLimits(schema, components)
  if (limits === undefined) return undefined
  if (typeof sample === 'number') {
    const { maximum = Infinity, multipleOf = 1 } = limits
    const other = sample + variant * Number(multipleOf)
    return other <= Number(maximum) ? other : undefined
  }
  if (typeof sample !== 'string') return undefined
  return toOtherTexts(sample, variant).find((text) => text !== sample && fits(text, limits))
}

/** The part of a schema that has the limits of its texts or numbers; `undefined` if its values are listed. */
function toLimits(schema: JsonSchema, components: NamedSchemas): JsonSchema | undefined {
  const { $ref: reference, anyOf, oneOf } = schema
  if (typeof reference === 'string') {
    return toLimits(components[reference.replace('#/components/schemas/', '')] ?? {}, components)
  }
  if (schema['enum'] !== undefined || schema['const'] !== undefined) return undefined
  // Sound: JSON Schema allows only schemas in these places.
  const choices = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined
  const choice = choices?.find(({ type }) => type !== 'null')
  return choice === undefined ? schema : toLimits(choice, components)
}

/** The number at the end, or inside where the end is fixed, or as the last characters. */
function toOtherTexts(sample: string, variant: number): readonly string[] {
  const digits = String(variant)
  const letters = String.fromCharCode(97 + (variant % 26))
  const day = String((variant % 28) + 1).padStart(2, '0')
  const start = sample.slice(0, -digits.length)
  return [
    sample.replace('sample@', `sample${digits}@`),
    sample.replace(/^(https?:.*\w)$/, `$1-${digits}`),
    sample.replace(/^(\d{4}-\d\d-)\d\d/, `$1${day}`),
    ...(isFixed.test(sample) ? [] : [`${sample} ${digits}`]),
    `${start}${digits}`,
    `${sample.slice(0, -1)}${letters}`,
    `${sample.slice(0, -1)}${letters.toUpperCase()}`,
    `${digits}${sample.slice(digits.length)}`,
  ]
}

/** Addresses of mail and of the web, dates and UUIDs, to which nothing can be added. */
const isFixed = /^(?:[^ ]+@|https?:|\d{4}-\d\d-\d\d|[\da-f]{8}-)/

function fits(text: string, { pattern, minLength = 0, maxLength = Infinity }: JsonSchema): boolean {
  if (text.length < Number(minLength) || text.length > Number(maxLength)) return false
  try {
    return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)
  } catch {
    return false
  }
}
