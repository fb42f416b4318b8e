import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'

/** Which side of a schema: what it accepts, or what it returns. */
export type Side = 'input' | 'output'

/** The JSON Schema of a schema, and what it cannot say. */
export interface WrittenSchema {
  readonly schema: Readonly<Record<string, unknown>>
  readonly problem?: string
}

/**
 * Asks the library of a schema for its JSON Schema (`~standard.jsonSchema`: zod 4.2, arktype, valibot
 * with its converter). A part that the library cannot write may be anything: `{}`.
 */
export function toJsonSchema(schema: StandardSchemaV1, side: Side): WrittenSchema {
  const { vendor } = schema['~standard']
  if (!canDescribe(schema)) {
    return {
      schema: {},
      problem: `schemas of ${vendor} have no JSON Schema, so it may be anything.`,
    }
  }
  const convert = schema['~standard'].jsonSchema[side]
  try {
    return { schema: convert({ target }) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { schema: describeRest(convert), problem: `${reason}. That part may be anything.` }
  }
}

const target = 'draft-2020-12'

/** Describes the parts that can be described, if the library is able to leave out the others. */
function describeRest(convert: StandardJSONSchemaV1.Converter[Side]): WrittenSchema['schema'] {
  try {
    return convert({ target, libraryOptions: { unrepresentable: 'any' } })
  } catch {
    return {}
  }
}

function canDescribe(schema: StandardSchemaV1): schema is StandardSchemaV1 & StandardJSONSchemaV1 {
  return 'jsonSchema' in schema['~standard']
}
