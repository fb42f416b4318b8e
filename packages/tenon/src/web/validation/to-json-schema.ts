import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { arktypeOptions, findFlagged, withoutPatterns } from './arktype-pattern.ts'
import { fileSchema, removeFlagged, toUnwritable, writeSent } from './unwritable-part.ts'

/** Which side of a schema: what it accepts, or what it returns. */
export type SchemaSide = 'input' | 'output'

/** How values are read: as they are, or as JSON that is sent, where dates and big integers are text. */
export interface SchemaReading {
  readonly isSent?: boolean
}

/** The JSON Schema of a schema, and a sentence about what it cannot express. */
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
    if (vendor === 'zod') return describeZod(convert, reading)
    if (vendor === 'valibot') return describeValibot(convert)
    return vendor === 'arktype' ? describeArktype(schema, convert) : { schema: convert({ target }) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { schema: {}, problem: `${withoutStop(reason)}. It may be anything.` }
  }
}

const target = 'draft-2020-12'

/** Describes the uploaded files and all parts that can be described, and names the others. */
function describeZod(
  convert: StandardJSONSchemaV1.Converter[SchemaSide],
  { isSent = false }: SchemaReading,
): WrittenSchema {
  const [unwritable, flagged] = [new Set<string>(), new Set<string>()]
  const override = (part: unknown): void => {
    if (isSent && writeSent(part)) return
    const [place, field] = [toUnwritable(part), removeFlagged(part)]
    if (place !== undefined) unwritable.add(place)
    if (field !== undefined) flagged.add(field)
  }
  const schema = convert({ target, libraryOptions: { unrepresentable: 'any', override } })
  return toWritten(schema, [
    [unwritable, (fields) => `there is no JSON Schema for ${fields}. Each may be anything.`],
    [flagged, toFlagProblem],
  ])
}

function toFlagProblem(patterns: string): string {
  return `JSON Schema has no flags for the pattern of ${patterns}. It is left out.`
}

/** Describes all patterns, except those with flags. */
function describeArktype(
  type: StandardSchemaV1,
  convert: StandardJSONSchemaV1.Converter[SchemaSide],
): WrittenSchema {
  const flagged = findFlagged(type)
  const schema = convert({ target, libraryOptions: arktypeOptions })
  return toWritten(withoutPatterns(schema, flagged), [
    [new Set(flagged.map(String)), toFlagProblem],
  ])
}

/** Describes all parts that can be described; the library's messages do not say where the others are. */
function describeValibot(convert: StandardJSONSchemaV1.Converter[SchemaSide]): WrittenSchema {
  const messages = new Set<string>()
  const note = ({ errors = [] }: { readonly errors?: readonly string[] }): void => {
    for (const message of errors) messages.add(withoutStop(message))
  }
  const options = { errorMode: 'ignore', overrideSchema: note, overrideAction: note }
  const schema = convert({ target, libraryOptions: options })
  return toWritten(schema, [[messages, (all) => `${all}. Such a part is left out.`]])
}

type Problems = readonly [found: ReadonlySet<string>, toSentence: (found: string) => string]

function toWritten(schema: WrittenSchema['schema'], problems: readonly Problems[]): WrittenSchema {
  const sentences = problems.flatMap(([found, toSentence]) =>
    found.size === 0 ? [] : [toSentence([...found].toSorted().join(', '))],
  )
  return sentences.length === 0 ? { schema } : { schema, problem: sentences.join(' ') }
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '')
}

/** Whether a schema accepts uploaded files, as far as its library can say. */
export function takesFiles(schema: StandardSchemaV1): boolean {
  return hasFiles(toJsonSchema(schema, 'input').schema)
}

/** Whether a JSON Schema contains a file. */
export function hasFiles(schema: object): boolean {
  return JSON.stringify(schema).includes(JSON.stringify(fileSchema).slice(1, -1))
}

function canDescribe(schema: StandardSchemaV1): schema is StandardSchemaV1 & StandardJSONSchemaV1 {
  return 'jsonSchema' in schema['~standard']
}
