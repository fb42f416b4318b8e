import type { JsonSchema, NamedSchemas } from '../../../application/contract/openapi/json-schema.ts'
import { fileSchema } from '../../../web/validation/unwritable-part.ts'

/** Writes the fields of a body as a form, with a small picture in each field for a file. */
export function toSampleForm(fields: object, { properties = {} }: JsonSchema): FormData {
  const form = new FormData()
  const parts = Object.entries(properties as NamedSchemas)
  const files = parts.filter(([, schema]) => takesFile(schema)).map(([name]) => name)
  for (const [name, value] of Object.entries(fields)) {
    if (files.includes(name)) continue
    for (const each of Array.isArray(value) ? value : [value]) form.append(name, toText(each))
  }
  for (const name of files) form.append(name, picture())
  return form
}

/** Whether a field takes a file, also beside others or null. */
function takesFile({ format, anyOf, oneOf, items }: JsonSchema): boolean {
  if (format === fileSchema.format) return true
  // Sound: JSON Schema allows only schemas in these places.
  const choices = (anyOf ?? oneOf ?? []) as readonly JsonSchema[]
  return [...choices, ...(items === undefined ? [] : [items as JsonSchema])].some(takesFile)
}

function toText(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A PNG of one pixel: a disk for pictures takes it, and so does a disk for any file. */
function picture(): File {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  return new File([bytes], 'sample.png', { type: 'image/png' })
}
