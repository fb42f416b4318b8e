import type { JsonSchema } from '../openapi/json-schema.ts'
import { fileSchema, revivedKeyword } from '../../../web/validation/unwritable-part.ts'

/**
 * Writes a JSON Schema as a TypeScript type. It expresses only what a compiler can check and leaves out lengths,
 * formats and patterns. A reference to a component becomes a reference to the interface `Schemas`.
 */
export function toTypeText(schema: unknown, indent = ''): string {
  if (schema === false) return 'never'
  if (typeof schema !== 'object' || schema === null) return 'unknown'
  // Sound: JSON Schema has nothing but schemas in these places.
  const { $ref: reference, const: only, enum: values, ...rest } = schema as JsonSchema
  if (typeof reference === 'string') {
    return toSchemaReference(reference.slice(reference.lastIndexOf('/') + 1))
  }
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return toUnion(values.map((value) => JSON.stringify(value)))
  const { anyOf, oneOf, allOf = [] } = rest
  const write = (each: unknown): string => toTypeText(each, indent)
  const choices = (anyOf ?? oneOf ?? []) as readonly unknown[]
  return toIntersection([
    toOwnText(rest, indent),
    ...(choices.length === 0 ? [] : [toUnion(choices.map(write))]),
    ...(allOf as readonly unknown[]).map(write),
  ])
}

/** The name of a property, quoted unless it needs no quotes. */
export function toPropertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** Removes duplicates; `unknown` absorbs all others, as in the compiler. */
export function toUnion(types: readonly string[]): string {
  return types.includes('unknown') ? 'unknown' : [...new Set(types)].join(' | ')
}

function toIntersection(types: readonly string[]): string {
  const known = [...new Set(types)].filter((type) => type !== 'unknown')
  if (known.length < 2) return known[0] ?? 'unknown'
  return known.map((type) => (type.includes(' | ') ? `(${type})` : type)).join(' & ')
}

/** How other types name a component. */
export function toSchemaReference(name: string): string {
  return `Schemas[${JSON.stringify(name)}]`
}

/** The type that `type` and its related keywords describe. */
function toOwnText(schema: JsonSchema, indent: string): string {
  const { type, properties, additionalProperties } = schema
  if (Array.isArray(type)) {
    return toUnion(type.map((each) => toOwnText({ ...schema, type: each }, indent)))
  }
  if (type === 'string') return toStringText(schema)
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean' || type === 'null') return type
  if (type === 'array') return toArrayText(schema, indent)
  if (type !== 'object' && properties === undefined) return 'unknown'
  const rest =
    additionalProperties === undefined || additionalProperties === false
      ? []
      : // Not `Record`, in which a type cannot refer to itself.
        [`{ [name: string]: ${toTypeText(additionalProperties, indent)} }`]
  if (properties === undefined) return rest[0] ?? 'Record<string, unknown>'
  return toIntersection([toObjectText(schema, indent), ...rest])
}

/** The types of text that clients may revive, by what the text becomes. */
export const revivedTypes = { Date: 'DateText', bigint: 'BigintText' } as const

function toStringText({ format, [revivedKeyword]: revived }: JsonSchema): string {
  if (format === fileSchema.format) return 'File'
  return revived === 'Date' || revived === 'bigint' ? revivedTypes[revived] : 'string'
}

function toArrayText({ items, prefixItems }: JsonSchema, indent: string): string {
  if (!Array.isArray(prefixItems)) return `Array<${toTypeText(items, indent)}>`
  const first = prefixItems.map((each) => toTypeText(each, indent))
  const rest = typeof items === 'object' ? [`...Array<${toTypeText(items, indent)}>`] : []
  return `[${[...first, ...rest].join(', ')}]`
}

function toObjectText({ properties, required = [] }: JsonSchema, indent: string): string {
  const names = required as readonly string[]
  const inner = `${indent}  `
  const lines = Object.entries(properties as object).map(([name, value]) => {
    const type = toTypeText(value, inner)
    const field = toPropertyName(name)
    return `${inner}${names.includes(name) ? `${field}: ${type}` : `${field}?: ${toUnion([type, 'undefined'])}`}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}
