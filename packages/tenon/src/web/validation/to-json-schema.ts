import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { fileSchema, toUnwritable, writeSent } from './unwritable-part.ts'

/** Which side of a schema: what it accepts, or what it returns. */
export type SchemaSide = 'input' | 'output'

/** How values are read: as they are, or as JSON that is sent, where dates and big integers are text. */
export interface SchemaReading {
  readonly isSent?: boolean
}

/** The JSON Schema of a schema, and what it cannot say. */
export interface WrittenSchema {
  readonly schema: Readonly<Record<string, unknown>>
  readonly problem?: string
}

/**
 * Asks the library of a schema for its JSON Schema (`~standard.jsonSchema`: zod 4.2, arktype, valibot
 * with its converter). A part that the library cannot write may be anything: `{}`.
 */
export function toJsonSchema(
  schema: StandardSchemaV1,
  side: SchemaSide,
  reading: SchemaReading = {},
): WrittenSchema {
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
    return vendor === 'zod'
      ? describeRest(convert, error, reading)
      : { schema: {}, ...toProblem(error) }
  }
}

const target = 'draft-2020-12'

/** Describes the uploaded files and all parts that can be described, and names the others. */
function describeRest(
  convert: StandardJSONSchemaV1.Converter[SchemaSide],
  error: unknown,
  { isSent = false }: SchemaReading,
): WrittenSchema {
  const unwritable = new Set<string>()
  const override = (part: unknown): void => {
    if (isSent && writeSent(part)) return
    const place = toUnwritable(part)
    if (place !== undefined) unwritable.add(place)
  }
  try {
    const schema = convert({ target, libraryOptions: { unrepresentable: 'any', override } })
    if (unwritable.size === 0) return { schema }
    const fields = [...unwritable].toSorted().join(', ')
    return { schema, problem: `there is no JSON Schema for ${fields}. Each may be anything.` }
  } catch {
    return { schema: {}, ...toProblem(error) }
  }
}

function toProblem(error: unknown): { readonly problem: string } {
  const reason = error instanceof Error ? error.message : String(error)
  return { problem: `${reason}. It may be anything.` }
}

/** Whether a schema takes uploaded files, as far as its library says. */
export function takesFiles(schema: StandardSchemaV1): boolean {
  return hasFiles(toJsonSchema(schema, 'input').schema)
}

/** Whether a written schema has a file in it. */
export function hasFiles(schema: object): boolean {
  return JSON.stringify(schema).includes(JSON.stringify(fileSchema).slice(1, -1))
}

function canDescribe(schema: StandardSchemaV1): schema is StandardSchemaV1 & StandardJSONSchemaV1 {
  return 'jsonSchema' in schema['~standard']
}
