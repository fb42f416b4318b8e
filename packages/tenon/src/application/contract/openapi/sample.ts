import type { JsonSchema, NamedSchemas } from './json-schema.ts'

/** Returns a value that fits a schema, as far as its types, formats and limits say. */
export function toSample(schema: JsonSchema, components: NamedSchemas = {}): unknown {
  const { $ref: reference, default: usual, enum: values, const: only, anyOf, oneOf, allOf } = schema
  if (typeof reference === 'string') return toSample(resolve(reference, components), components)
  if (usual !== undefined) return usual
  if (only !== undefined) return only
  if (Array.isArray(values)) return values[0]
  const [first] = toSchemas(anyOf ?? oneOf)
  if (first !== undefined) return toSample(first, components)
  if (allOf !== undefined) {
    return Object.assign({}, ...toSchemas(allOf).map((each) => toSample(each, components)))
  }
  return toTyped(schema, components)
}

function toTyped(schema: JsonSchema, components: NamedSchemas): unknown {
  const [type] = [schema['type']].flat()
  switch (type) {
    case 'object':
      return toFields(schema, components)
    case 'array': {
      const { items = {}, minItems = 0 } = schema
      return Array.from({ length: Number(minItems) }, () =>
        toSample(items as JsonSchema, components),
      )
    }
    case 'integer':
    case 'number':
      return (
        Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0) +
          (schema['exclusiveMinimum'] === undefined ? 0 : 1) || 1
      )
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return toText(schema)
  }
}

function toFields(
  { properties = {}, required = [] }: JsonSchema,
  components: NamedSchemas,
): object {
  const names = required as readonly string[]
  const fields = Object.entries(properties as NamedSchemas)
  return Object.fromEntries(
    fields
      .filter(([name]) => names.includes(name))
      .map(([name, field]) => [name, toSample(field, components)]),
  )
}

function toText({ format, minLength = 1, maxLength = Infinity }: JsonSchema): string {
  const known = typeof format === 'string' ? texts[format] : undefined
  return known ?? 'Sample text'.padEnd(Number(minLength), '.').slice(0, Number(maxLength))
}

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  email: 'sample@example.com',
  uri: 'https://example.com/sample',
  uuid: '0192f0c1-7c3a-7b1e-8f00-0a1b2c3d4e5f',
}

function resolve(reference: string, components: NamedSchemas): JsonSchema {
  return components[reference.replace('#/components/schemas/', '')] ?? {}
}

function toSchemas(value: unknown): readonly JsonSchema[] {
  // Sound: JSON Schema has nothing but schemas in these places.
  return Array.isArray(value) ? (value as readonly JsonSchema[]) : []
}
