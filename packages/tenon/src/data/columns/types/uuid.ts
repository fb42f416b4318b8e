import type { Column } from '../column.ts'
import { uuidV7 } from '../uuid.ts'
import { columnOf, columnWord } from './column-word.ts'
import type { TypeRules } from './type-rules.ts'

/** A UUID in the 8-4-4-4-12 form, in upper or lower case. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The same as a pattern of SQLite, in lower case. */
const GLOB = [8, 4, 4, 4, 12].map((digits) => '[0-9a-f]'.repeat(digits)).join('-')

const rules: TypeRules = {
  name: 'uuid',
  sql: () => ({ sqlite: 'text', postgres: 'uuid' }),
  sqliteFrom: {
    text: {
      value: (column) => `lower(trim(${column}))`,
      isPossible: (column) => `lower(trim(${column})) glob '${GLOB}'`,
    },
  },
  expected: 'a string',
  writer: () => (value, refuse) => {
    if (typeof value !== 'string') return refuse.kind(value)
    return UUID.test(value)
      ? value.toLowerCase()
      : refuse.content(value, 'The {field} must be a UUID')
  },
  parseKey: (text) => (UUID.test(text) ? text.toLowerCase() : undefined),
  keyKind: 'uuidId',
  jsonSchema: () => ({ type: 'string', format: 'uuid' }),
  hasExtremes: true,
  // PostgreSQL 17 and older have no `min` and `max` of UUIDs. Their texts have the same order.
  extremesAs: { postgres: 'text' },
  found: { postgres: ['uuid'], sqlite: [] },
  readDefault: ({ inner }) => inner,
}

/** A UUID in the 8-4-4-4-12 form, stored in lower case. */
export const uuid: () => Column<string, 'notText'> = columnWord(
  {
    rules,
    make: {
      control: { kind: 'text' },
      schema: ({ label }, say) => ['z', `.uuid(${say('NoUuid', `${label} must be a UUID`)})`],
      sample: () => 'crypto.randomUUID()',
    },
  },
  () => columnOf(rules.name),
)

/** The primary key: a UUID; new records get version 7, which sorts by time of creation. */
export const uuidId: () => Column<string, 'key' | 'optional' | 'notText'> = columnWord(
  { rules },
  () => columnOf(rules.name, { primaryKey: true, onCreate: uuidV7 }),
)
