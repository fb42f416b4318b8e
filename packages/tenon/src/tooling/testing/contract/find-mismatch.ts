import type { JsonSchema, NamedSchemas } from '../../../application/contract/openapi/json-schema.ts'

/**
 * Compares a JSON value with a schema of the document and returns the first mismatch as a sentence, or
 * `undefined`: types, fields, items, choices, patterns and limits.
 */
export function findMismatch(
  value: unknown,
  schema: JsonSchema,
  components: NamedSchemas,
  path = 'the body',
): string | undefined {
  const { $ref: reference, anyOf, oneOf, allOf } = schema
  if (typeof reference === 'string') {
    const name = reference.replace('#/components/schemas/', '')
    return findMismatch(value, components[name] ?? {}, components, path)
  }
  const choices = toSchemas(anyOf ?? oneOf).map((each) =>
    findMismatch(value, each, components, path),
  )
  if (choices.length > 0 && !choices.includes(undefined)) return choices[0]
  const part = toSchemas(allOf)
    .map((each) => findMismatch(value, each, components, path))
    .find((found) => found !== undefined)
  return part ?? findOwnMismatch(value, schema, components, path)
}

function findOwnMismatch(
  value: unknown,
  schema: JsonSchema,
  components: NamedSchemas,
  path: string,
): string | undefined {
  const { type, enum: values, const: only, pattern } = schema
  const types = [type ?? []].flat()
  if (types.length > 0 && !types.some((each) => isOfType(value, each))) {
    return `${path} is ${JSON.stringify(value)?.slice(0, 60)} instead of ${types.map(String).join(' or ')}`
  }
  const allowed = only === undefined ? values : [only]
  if (Array.isArray(allowed) && !allowed.includes(value)) {
    return `${path} is ${JSON.stringify(value)?.slice(0, 60)} instead of one of ${JSON.stringify(allowed)}`
  }
  if (
    typeof pattern === 'string' &&
    typeof value === 'string' &&
    !new RegExp(pattern, 'u').test(value)
  ) {
    return `${path} is ${JSON.stringify(value).slice(0, 60)}, which ${pattern} does not match`
  }
  const exceeded = findExceeded(value, schema)
  if (exceeded !== undefined) {
    return `${path} is ${JSON.stringify(value).slice(0, 60)}, but ${exceeded} is ${String(schema[exceeded])}`
  }
  if (Array.isArray(value)) return findMismatchOfItems(value, schema, components, path)
  if (typeof value !== 'object' || value === null) return undefined
  // Sound: neither an array nor null.
  return findMismatchOfFields(value as Readonly<Record<string, unknown>>, schema, components, path)
}

/** The first limit that a number, or the length of a text or a list, exceeds. */
function findExceeded(value: unknown, schema: JsonSchema): string | undefined {
  const [size, limits] = toSized(value)
  return Object.keys(limits).find((name) => {
    const limit = schema[name]
    return typeof limit === 'number' && limits[name]?.(size, limit) === false
  })
}

type Limits = Readonly<Record<string, (size: number, limit: number) => boolean>>

function toSized(value: unknown): readonly [size: number, limits: Limits] {
  if (typeof value === 'number') return [value, ofNumbers]
  if (typeof value === 'string') return [value.length, ofTexts]
  return Array.isArray(value) ? [value.length, ofLists] : [0, {}]
}

const atLeast = (size: number, limit: number): boolean => size >= limit
const atMost = (size: number, limit: number): boolean => size <= limit
const ofNumbers: Limits = {
  minimum: atLeast,
  maximum: atMost,
  exclusiveMinimum: (size, limit) => size > limit,
  exclusiveMaximum: (size, limit) => size < limit,
}
const ofTexts: Limits = { minLength: atLeast, maxLength: atMost }
const ofLists: Limits = { minItems: atLeast, maxItems: atMost }

function findMismatchOfItems(
  value: readonly unknown[],
  { prefixItems, items = {} }: JsonSchema,
  components: NamedSchemas,
  path: string,
): string | undefined {
  const first = toSchemas(prefixItems)
  // Sound: JSON Schema has a schema here.
  const rest = items as JsonSchema
  for (const [i, each] of value.entries()) {
    const found = findMismatch(each, first[i] ?? rest, components, `${path}.${i}`)
    if (found !== undefined) return found
  }
  return undefined
}

function findMismatchOfFields(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], additionalProperties = {} }: JsonSchema,
  components: NamedSchemas,
  path: string,
): string | undefined {
  // Sound: JSON Schema has these here.
  const [own, names] = [properties as NamedSchemas, required as readonly string[]]
  const missing = names.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `${path}.${missing} is missing`
  for (const [name, field] of Object.entries(value)) {
    const schema = Object.hasOwn(own, name) ? own[name] : additionalProperties
    if (schema === false) return `${path}.${name} is not documented`
    const found = findMismatch(field, toSchema(schema), components, `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return typeof value === type
  }
}

function toSchemas(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.map(toSchema) : []
}

function toSchema(value: unknown): JsonSchema {
  // Sound: an object of unknown fields.
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {}
}
