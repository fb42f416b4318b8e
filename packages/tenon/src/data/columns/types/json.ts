import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { AnyJson } from '../../../base/support/any-json.ts'
import type { Refused } from '../../../base/support/refused.ts'
import type { Column } from '../column.ts'
import { validateJson } from '../json-schema.ts'
import { impossibleValue } from '../stored/impossible-value.ts'
import { columnOf, columnWord } from './column-word.ts'
import type { Refusals, TypeRules } from './type-rules.ts'

/** A value that JSON can carry. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/** There is no `jsonSchema`: only the schema of a column, if it has one, describes what a client receives. */
const rules: TypeRules = {
  name: 'json',
  sql: () => ({ sqlite: 'text', postgres: 'jsonb' }),
  sqliteFrom: {
    text: { value: (column) => column, isPossible: (column) => `json_valid(${column})` },
  },
  expected: 'a value that JSON can carry',
  writer: ({ schema }, name) =>
    schema === undefined
      ? writeJson
      : (value, refuse) => writeJson(validateJson(schema, value, name), refuse),
  reader:
    (_details, { name }) =>
    (stored) => {
      try {
        return JSON.parse(String(stored)) as unknown
      } catch {
        // The parser's message quotes the text, which may be hidden, and does not name the column.
        throw impossibleValue(name, 'a text', 'is not JSON')
      }
    },
  hasNull: true,
  incomparable: 'JSON',
  hasExtremes: false,
  // Existing tables may have `json`, which PostgreSQL cannot compare. On `jsonb` the cast does nothing.
  groupedAs: { postgres: 'jsonb' },
  found: { postgres: ['json', 'jsonb'], sqlite: ['json', 'jsonb'] },
  readDefault: ({ inner }) => (inner === undefined ? undefined : readJson(inner)),
}

/**
 * Any value that JSON can carry, such as a list of texts: `c.json(z.array(z.string()))`.
 *
 * A Standard Schema checks written values, and provides the type. Without one, `Value` is the type,
 * which is not checked at run time. Values are never checked when read.
 */
export const json: <Value = Json, Input = unknown>(
  schema?: StandardSchemaV1<Input, Value>,
) => Column<Carried<Value>, 'json'> = columnWord(
  {
    rules,
    make: {
      control: { kind: 'json' },
      schema: () => ['z', '.json()'],
      sample: ({ isUnique = false }) => (isUnique ? '{ n }' : '{}'),
      isAlike: true,
    },
  },
  <Value = Json, Input = unknown>(
    schema?: StandardSchemaV1<Input, Value>,
  ): Column<Carried<Value>, 'json'> => columnOf(rules.name, { schema }),
)

/** The same type, but with a message instead of each type that JSON does not preserve. */
// oxfmt-ignore
type Carried<Value> =
  AnyJson extends Value ? Value :
  Value extends Date | bigint | symbol | ((...parameters: never) => unknown) ? Refused<'JSON turns a Date or a bigint into text and drops a function: use string'> :
  Value extends object ? { [Name in keyof Value]: Carried<Value[Name]> } :
  Value

/**
 * NUL, or half of a surrogate pair, which `JSON.stringify` writes as an escape. An escaped backslash
 * followed by the same letters does not count.
 */
const UNFIT_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

function writeJson(value: unknown, refuse: Refusals): string {
  const text = JSON.stringify(value)
  if (text === undefined) return refuse.kind(value)
  return UNFIT_ESCAPE.test(text)
    ? refuse.content(value, 'The {field} contains a character that is not allowed')
    : text
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Not JSON, so the default stays SQL.
    return undefined
  }
}
