import type { BodyLimits } from '../body-limits.ts'
import { toChoices, toFields, toParts, type FieldTypes } from './field-types.ts'
import { readJson } from '../json.ts'
import { UploadedFile } from '../uploaded-file.ts'

// A form has text for every value, and a body with files can only be a form. So the schema of a field
// decides what its text means, such as a number. If no file was chosen, the same form is sent as JSON,
// and its texts mean the same.

/**
 * Converts texts to the numbers, booleans, nulls, objects and lists that a schema requires. A text stays
 * as it is if it does not fit, or if the schema accepts text and the text is not an empty one for null.
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
  // In JSON Schema a file is a string, but a form never sends it as text.
  const texts = schemas.filter(({ format }) => format !== 'binary')
  const types = new Set(texts.flatMap(({ type = 'string' }) => type as string | string[]))
  // A form cannot send null: a field that may be null is sent as an empty text.
  if (types.has('null') && text === '') return null
  if (types.has('string')) return text
  if (types.has('boolean') && Object.hasOwn(booleans, text)) return booleans[text]
  if ((types.has('number') || types.has('integer')) && isNumber.test(text)) return Number(text)
  const isJson = (types.has('object') && text[0] === '{') || (types.has('array') && text[0] === '[')
  return isJson ? readJson(Buffer.from(text), limits) : text
}

/** `true` as programs write it, `1` as `useForm` and the typed client do, `on` as a checkbox does. */
const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  1: true,
  0: false,
  on: true,
}

/** A number of JSON (RFC 8259, section 6). */
const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
