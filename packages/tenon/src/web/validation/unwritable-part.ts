import { UploadedFile } from '../body/uploaded-file.ts'

/**
 * Handles the parts of a zod schema for which zod knows no JSON Schema. zod calls a function with each part
 * (https://zod.dev/json-schema#override). It describes an uploaded file, and collects the names of the others.
 */

/** A file as a part of a form (OpenAPI 3.1.1, section 4.8.14.3); `format` is what generators look for. */
export const fileSchema = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
} as const

/** The argument of that function. */
interface ZodPart {
  readonly zodSchema: { readonly _zod: { readonly def: ZodDefinition } }
  readonly jsonSchema: Record<string, unknown>
  readonly path: ReadonlyArray<string | number>
}

interface ZodDefinition {
  readonly type: string
  readonly fn?: (value: unknown) => unknown
  readonly pattern?: RegExp
  readonly checks?: ReadonlyArray<{
    readonly _zod: { readonly def: { readonly pattern?: RegExp } }
  }>
}

/** Writes the JSON Schema of an uploaded file; returns the name of any other part that has none. */
export function toUnwritable(part: unknown): string | undefined {
  // Sound: the documented argument of `override`; see above.
  const { zodSchema, jsonSchema, path } = part as ZodPart
  const { type, fn } = zodSchema._zod.def
  if (type === 'custom' && fn !== undefined && isFileCheck(fn)) {
    Object.assign(jsonSchema, fileSchema)
    return undefined
  }
  return unwritable.has(type) && Object.keys(jsonSchema).length === 0
    ? `${toField(path)} (${type})`
    : undefined
}

/** Removes patterns with flags that JSON Schema does not have, and returns the name of their field. */
export function removeFlagged(part: unknown): string | undefined {
  // Sound: see above.
  const { zodSchema, jsonSchema, path } = part as ZodPart
  const { pattern, checks = [] } = zodSchema._zod.def
  const flagged = [pattern, ...checks.map(({ _zod }) => _zod.def.pattern)].flatMap((each) =>
    each !== undefined && /[ims]/.test(each.flags) ? [each.source] : [],
  )
  if (flagged.length === 0) return undefined
  const isFlagged = (each: unknown): boolean => flagged.includes(String(each))
  if (isFlagged(jsonSchema['pattern'])) delete jsonSchema['pattern']
  const { allOf } = jsonSchema
  if (Array.isArray(allOf)) {
    jsonSchema['allOf'] = allOf.filter(
      (each: Record<string, unknown>) => !isFlagged(each['pattern']),
    )
  }
  return toField(path)
}

/** Writes the JSON Schema of the text that is sent for a date or a big integer; `false` for any other part. */
export function writeSent(part: unknown): boolean {
  // Sound: see above.
  const { zodSchema, jsonSchema } = part as ZodPart
  const { type } = zodSchema._zod.def
  if (type !== 'date' && type !== 'bigint') return false
  Object.assign(jsonSchema, sentSchemas[type])
  return true
}

/** The keyword that distinguishes such text from other text of the same form. It is not part of a document. */
export const revivedKeyword = 'x-revived'

const sentSchemas = {
  date: { type: 'string', format: 'date-time', [revivedKeyword]: 'Date' },
  bigint: { type: 'string', pattern: '^(?:0|-?[1-9][0-9]*)$', [revivedKeyword]: 'bigint' },
} as const

const unwritable: ReadonlySet<string> = new Set([
  'bigint',
  'custom',
  'date',
  'function',
  'map',
  'nan',
  'set',
  'success',
  'symbol',
  'transform',
  'undefined',
  'void',
])

/** Whether a check accepts an uploaded file, but not an object that merely looks like one. */
function isFileCheck(check: (value: unknown) => unknown): boolean {
  try {
    return check(file) === true && check(Object.assign({ path: file.path }, file)) !== true
  } catch {
    // It is a check of the application that expects another value.
    return false
  }
}

const file = new UploadedFile('', 0, { field: 'file', name: 'file', type: 'text/plain' })

/** `properties/items/items/properties/at` is the field `items.*.at`. */
function toField(path: ZodPart['path']): string {
  const names: string[] = []
  for (let i = 0; i < path.length; i++) {
    if (path[i] === 'properties') names.push(String(path[++i]))
    else if (path[i] === 'items') names.push('*')
  }
  return names.length === 0 ? 'the whole' : `"${names.join('.')}"`
}
