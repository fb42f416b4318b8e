import type {
  JsonSchema,
  NamedSchemas,
} from '../../../../application/contract/openapi/json-schema.ts'

/** The depth to which nested records are written out; below it, only their names are. */
const deepest = 4

/** Writes a schema for people: the fields with their types, and optional fields with a question mark. */
export function toOutline(schema: JsonSchema, schemas: NamedSchemas): string {
  return write(schema, { schemas, depth: 0, open: [] })
}

interface Place {
  readonly schemas: NamedSchemas
  /** How many objects this place is in. */
  readonly depth: number
  /** The named schemas that contain this place, without an object between them. */
  readonly open: readonly string[]
}

function write(schema: JsonSchema, place: Place): string {
  const { $ref: reference, enum: values, const: only, anyOf, oneOf, allOf } = schema
  const inside = (each: JsonSchema): string => write(each, place)
  if (typeof reference === 'string') return writeNamed(toName(reference), place)
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (isSchemas(anyOf)) return anyOf.map(inside).join(' | ')
  if (isSchemas(oneOf)) return oneOf.map(inside).join(' | ')
  if (isSchemas(allOf)) return inside(merge(allOf, place.schemas))
  return toTyped(schema, place)
}

function writeNamed(name: string, { schemas, depth, open }: Place): string {
  const named = schemas[name]
  if (named === undefined || depth >= deepest || open.includes(name)) return name
  return write(named, { schemas, depth, open: [...open, name] })
}

function toTyped(schema: JsonSchema, place: Place): string {
  const types = [schema['type'] ?? 'anything'].flat().map(String)
  return types.map((type) => toType(type, schema, place)).join(' | ')
}

function toType(type: string, schema: JsonSchema, place: Place): string {
  if (type === 'array') return toList(write((schema['items'] ?? {}) as JsonSchema, place))
  if (type !== 'object') return type === 'null' ? type : `${type}${toLimits(schema)}`
  const { properties = {}, required = [], additionalProperties } = schema
  const fields = Object.entries(properties as NamedSchemas)
  if (fields.length === 0) {
    const rest = typeof additionalProperties === 'object' ? additionalProperties : null
    return rest === null ? 'object' : `{ [name]: ${write(rest as JsonSchema, place)} }`
  }
  const { schemas, depth } = place
  if (depth >= deepest) return 'object'
  const indent = '  '.repeat(depth + 1)
  const lines = fields.map(([name, field]) => {
    const mark = (required as readonly string[]).includes(name) ? '' : '?'
    return `${indent}${name}${mark}: ${write(field, { schemas, depth: depth + 1, open: [] })}`
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
