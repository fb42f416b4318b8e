import type { StandardSchemaV1 } from '@standard-schema/spec'
import { toJsonSchema, type Side } from '../../../web/validation/to-json-schema.ts'
import type { Components, JsonSchema } from './json-schema.ts'

/**
 * Returns the JSON Schema that a schema's library writes. What it cannot write may be anything, and is
 * told with its place.
 */
export function fromStandardSchema(
  schema: StandardSchemaV1,
  side: Side,
  { place, components }: { readonly place: string; readonly components: Components },
): JsonSchema {
  const { schema: written, problem } = toJsonSchema(schema, side)
  if (problem !== undefined) components.tell(`${place}: ${problem}`)
  return embed(written, components)
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
