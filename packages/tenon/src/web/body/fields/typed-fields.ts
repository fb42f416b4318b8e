import type { BodyLimits } from '../body-limits.ts'
import { toChoices, toFields, toParts, type FieldTypes } from './field-types.ts'
import { readJson } from '../json.ts'
import { UploadedFile } from '../uploaded-file.ts'

// A form has text for every value. A body with files can only be a form, so that clients cannot send a
// number as a number. What its schema says about a field therefore decides what its text means. The same
// form is sent as JSON if no file was chosen, and its texts mean the same.

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
