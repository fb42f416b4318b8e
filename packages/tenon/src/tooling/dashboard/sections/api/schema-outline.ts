import type {
  JsonSchema,
  NamedSchemas,
} from '../../../../application/contract/openapi/json-schema.ts'

/** The depth to which nested records are written out; below it, only their names are. */
const deepest = 4

/** Writes a schema for people: the fields with their types, and optional fields with a question mark. */
export function toOutline(schema: JsonSchema, schemas: NamedSchemas, depth = 0): string {
  const { $ref: reference, enum: values, const: only, anyOf, oneOf, allOf } = schema
  const inside = (each: JsonSchema): string => toOutline(each, schemas, depth)
  if (typeof reference === 'string') {
    const name = toName(reference)
    const named = schemas[name]
    return named === undefined || depth >= deepest ? name : inside(named)
  }
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (isSchemas(anyOf)) return anyOf.map(inside).join(' | ')
  if (isSchemas(oneOf)) return oneOf.map(inside).join(' | ')
  if (isSchemas(allOf)) return inside(merge(allOf, schemas))
  return toTyped(schema, schemas, depth)
}

function toTyped(schema: JsonSchema, schemas: NamedSchemas, depth: number): string {
  const types = [schema['type'] ?? 'anything'].flat().map(String)
  return types.map((type) => toType(type, schema, schemas, depth)).join(' | ')
}

function toType(type: string, schema: JsonSchema, schemas: NamedSchemas, depth: number): string {
  if (type === 'array')
    return toList(toOutline((schema['items'] ?? {}) as JsonSchema, schemas, depth))
  if (type !== 'object') return type === 'null' ? type : `${type}${toLimits(schema)}`
  const { properties = {}, required = [], additionalProperties } = schema
  const fields = Object.entries(properties as NamedSchemas)
  if (fields.length === 0) {
    const rest = typeof additionalProperties === 'object' ? additionalProperties : null
    return rest === null ? 'object' : `{ [name]: ${toOutline(rest as JsonSchema, schemas, depth)} }`
  }
  if (depth >= deepest) return 'object'
  const indent = '  '.repeat(depth + 1)
  const lines = fields.map(([name, field]) => {
    const mark = (required as readonly string[]).includes(name) ? '' : '?'
    return `${indent}${name}${mark}: ${toOutline(field, schemas, depth + 1)}`
  })
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

function toList(item: string): string {
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

/** Writes format and limits in parentheses: `string (email, length at most 120)`. */
function toLimits({ format, ...schema }: JsonSchema): string {
  const limits = Object.entries(limitPhrases).flatMap(([name, phrase]) => {
    const limit = schema[name]
    return typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER
      ? [`${phrase} ${limit}`]
      : []
  })
  const all = [...(typeof format === 'string' ? [format] : []), ...limits]
  return all.length === 0 ? '' : ` (${all.join(', ')})`
}

const limitPhrases: Readonly<Record<string, string>> = {
  minLength: 'length at least',
  maxLength: 'length at most',
  minimum: 'at least',
  exclusiveMinimum: 'more than',
  maximum: 'at most',
  exclusiveMaximum: 'less than',
}

/** Merges the fields of all parts into one object. */
function merge(parts: readonly JsonSchema[], schemas: NamedSchemas): JsonSchema {
  const resolved = parts.map((part) => {
    const { $ref: reference } = part
    return typeof reference === 'string' ? (schemas[toName(reference)] ?? {}) : part
  })
  return {
    type: 'object',
    properties: Object.assign({}, ...resolved.map(({ properties }) => properties)),
    required: resolved.flatMap(({ required = [] }) => required as readonly string[]),
  }
}

function toName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function isSchemas(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value)
}
