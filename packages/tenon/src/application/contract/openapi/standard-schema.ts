import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import type { Components, JsonSchema } from './json-schema.ts'

/** Which side of a schema: what it accepts, or what it returns. */
export type Side = 'input' | 'output'

/**
 * Returns the JSON Schema that a schema's library writes (`~standard.jsonSchema`: zod 4.2, arktype,
 * valibot with its converter). What it cannot write may be anything, and is told with its place.
 */
export function fromStandardSchema(
  schema: StandardSchemaV1,
  side: Side,
  { place, components }: { readonly place: string; readonly components: Components },
): JsonSchema {
  const { vendor } = schema['~standard']
  if (!canDescribe(schema)) {
    components.tell(`${place}: schemas of ${vendor} have no JSON Schema, so it may be anything.`)
    return {}
  }
  const convert = schema['~standard'].jsonSchema[side]
  try {
    return embed(convert({ target }), components)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    components.tell(`${place}: ${reason}. That part may be anything.`)
    return describeRest(convert, components)
  }
}

const target = 'draft-2020-12'

/** Describes the parts that can be described, if the library is able to leave out the others. */
function describeRest(convert: Converter, components: Components): JsonSchema {
  try {
    return embed(convert({ target, libraryOptions: { unrepresentable: 'any' } }), components)
  } catch {
    return {}
  }
}

type Converter = StandardJSONSchemaV1.Converter[Side]

function canDescribe(schema: StandardSchemaV1): schema is StandardSchemaV1 & StandardJSONSchemaV1 {
  return 'jsonSchema' in schema['~standard']
}

/** Moves the definitions of a schema to the components, because its references start at the root. */
function embed(schema: JsonSchema, components: Components): JsonSchema {
  const { $schema: _dialect, $defs: definitions = {}, ...own } = schema
  const names = Object.entries(definitions as Readonly<Record<string, JsonSchema>>)
  if (names.length === 0 && !refersToItself(own)) return own
  // The name of a definition is only unique within its schema.
  const prefix = `Schema${Object.keys(components.schemas).length + 1}`
  const rename = (part: JsonSchema): JsonSchema =>
    JSON.parse(
      JSON.stringify(part)
        .replaceAll('"$ref":"#/$defs/', `"$ref":"#/components/schemas/${prefix}_`)
        .replaceAll('"$ref":"#"', `"$ref":"#/components/schemas/${prefix}"`),
    )
  for (const [name, definition] of names) components.add(`${prefix}_${name}`, rename(definition))
  return refersToItself(own) ? components.add(prefix, rename(own)) : rename(own)
}

function refersToItself(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"$ref":"#"')
}
