import { readJson } from './json.ts'
import type { BodyLimits } from './body-limits.ts'
import { UploadedFile } from './uploaded-file.ts'

// A form has text for every value. A body with files can only be a form, so that clients cannot send a
// number as a number. What its schema says about a field therefore decides what its text means. The same
// form is sent as JSON if no file was chosen, and its texts mean the same.

/** A JSON Schema of the fields, as plain data. */
export type FieldTypes = Readonly<Record<string, unknown>>

/**
 * Turns texts into the numbers, booleans, nulls, objects and lists that a schema asks for. A text stays
 * as it is if the schema takes texts there, unless it is empty and may be null, or if it does not fit.
 * Throws `BadRequest` for broken JSON.
 */
export function toTypedFields(
  fields: unknown,
  schema: FieldTypes,
  limits: Pick<BodyLimits, 'depth' | 'values'>,
): unknown {
  const toTyped = (value: unknown, schemas: readonly FieldTypes[]): unknown => {
    const types = toChoices(schemas, schema)
    if (typeof value === 'string') return readText(value, types, limits)
    if (typeof value !== 'object' || value === null || value instanceof UploadedFile) return value
    if (Array.isArray(value)) return value.map((item) => toTyped(item, toParts(types, 'items')))
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, toTyped(field, toFields(types, name))]),
    )
  }
  return toTyped(fields, [schema])
}

/**
 * The plain schemas of which schemas consist: their choices, their parts, and what they refer to. Each is
 * there once, so that there are never more than the schema has. In a type that contains itself in two
 * places, their number would double with each level that a client nests.
 */
function toChoices(schemas: readonly FieldTypes[], root: FieldTypes): readonly FieldTypes[] {
  const reached = new Set(schemas)
  const choices: FieldTypes[] = []
  // A Set is walked to its end, including what is added meanwhile.
  for (const schema of reached) {
    const { $ref: reference, anyOf, oneOf, allOf } = schema
    const others = [anyOf, oneOf, allOf].flatMap(toSchemas)
    if (typeof reference === 'string') others.push(resolve(reference, root))
    if (others.length === 0) choices.push(schema)
    for (const each of others) reached.add(each)
  }
  return choices
}

/** A reference within the schema: `#`, `#/$defs/Item`. */
function resolve(reference: string, root: FieldTypes): FieldTypes {
  const { $defs: definitions = {} } = root
  const pointer = reference.split('/').at(-1) ?? ''
  const named = pointer.replaceAll('~1', '/').replaceAll('~0', '~')
  // Sound: JSON Schema has nothing but schemas in this place.
  return reference === '#' ? root : ((definitions as Record<string, FieldTypes>)[named] ?? anything)
}

/** One object, so that it counts as one schema wherever nothing is said. */
const anything: FieldTypes = {}

function toFields(types: readonly FieldTypes[], name: string): readonly FieldTypes[] {
  return types.flatMap(({ properties = {}, additionalProperties = anything }) =>
    toSchemas(
      Object.hasOwn(properties as object, name)
        ? (properties as FieldTypes)[name]
        : additionalProperties,
    ),
  )
}

function toParts(types: readonly FieldTypes[], name: string): readonly FieldTypes[] {
  return types.flatMap((type) => toSchemas(type[name]))
}

function toSchemas(value: unknown): FieldTypes[] {
  return [value].flat().filter((each) => typeof each === 'object' && each !== null) as FieldTypes[]
}

function readText(
  text: string,
  schemas: readonly FieldTypes[],
  limits: Pick<BodyLimits, 'depth' | 'values'>,
): unknown {
  // A file is a string to JSON Schema, and never a text of a form.
  const texts = schemas.filter(({ format }) => format !== 'binary')
  const types = new Set(texts.flatMap(({ type = 'string' }) => type as string | string[]))
  // A form has no null: a field that may be null is sent as nothing.
  if (types.has('null') && text === '') return null
  if (types.has('string')) return text
  if (types.has('boolean') && Object.hasOwn(booleans, text)) return booleans[text]
  if ((types.has('number') || types.has('integer')) && isNumber.test(text)) return Number(text)
  const isJson = (types.has('object') && text[0] === '{') || (types.has('array') && text[0] === '[')
  return isJson ? readJson(Buffer.from(text), limits) : text
}

/** As programs write them, as `useForm` and the typed client do, and a checkbox. */
const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  1: true,
  0: false,
  on: true,
}

/** A number of JSON (RFC 8259, section 6). */
const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
