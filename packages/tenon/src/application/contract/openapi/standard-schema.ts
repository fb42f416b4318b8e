import type { StandardSchemaV1 } from '@standard-schema/spec'
import {
  toJsonSchema,
  type SchemaReading,
  type SchemaSide,
} from '../../../web/validation/to-json-schema.ts'
import { revivedKeyword } from '../../../web/validation/unwritable-part.ts'
import { toReference, type Components, type JsonSchema, type NamedSchemas } from './json-schema.ts'

/**
 * Returns the JSON Schema that a schema's library writes. A part that the library cannot write may be anything, and is
 * reported with its place.
 */
export function fromStandardSchema(
  schema: StandardSchemaV1,
  side: SchemaSide,
  {
    place,
    components,
    ...reading
  }: SchemaReading & { readonly place: string; readonly components: Components },
): JsonSchema {
  const { schema: written, problem } = toJsonSchema(schema, side, reading)
  if (problem !== undefined) components.tell(`${place}: ${problem}`)
  return embed(components.marksRevived ? written : withoutMarks(written), components)
}

function withoutMarks(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (name === revivedKeyword ? undefined : value)),
  )
}

/**
 * Moves the definitions of a schema to the components, because its references start at the root. Definitions with an id
 * (`.meta({ id: 'Address' })`) keep it as their name.
 */
function embed(schema: JsonSchema, components: Components): JsonSchema {
  const { $schema: _dialect, $defs: definitions = {}, ...own } = schema
  const entries = Object.entries(definitions as NamedSchemas)
  if (entries.length === 0 && !refersToItself(own)) return own
  const prefix = `Schema${Object.keys(components.schemas).length + 1}`
  // A name that the library has made up is unique only within its schema.
  const toName = (name: string): string =>
    /^__schema\d+$/.test(name) ? `${prefix}_${name}` : name.replaceAll(/[^\w.-]/g, '_')
  // A reference is a JSON Pointer (RFC 6901, section 4).
  const toTarget = (name?: string): string =>
    name === undefined ? prefix : toName(name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const moved = (part: JsonSchema): JsonSchema =>
    JSON.parse(
      JSON.stringify(part).replaceAll(
        /"\$ref":"#(?:\/\$defs\/([^"]+))?"/g,
        (_whole, name?: string) => `"$ref":"${toReference(toTarget(name))}"`,
      ),
    )
  const named = Object.fromEntries(entries.map(([name, part]) => [toName(name), moved(part)]))
  return refersToItself(own)
    ? components.addTogether({ ...named, [prefix]: moved(own) }, { $ref: toReference(prefix) })
    : components.addTogether(named, moved(own))
}

function refersToItself(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"$ref":"#"')
}
