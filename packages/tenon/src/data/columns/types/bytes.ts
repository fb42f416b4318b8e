import { sql } from 'kysely'
import type { Column } from '../column.ts'
import { columnOf, columnWord } from './column-word.ts'
import type { TypeRules } from './type-rules.ts'

const rules: TypeRules = {
  name: 'bytes',
  sql: () => ({ sqlite: 'blob', postgres: 'bytea' }),
  sqliteFrom: {
    text: {
      value: (column) =>
        `case when ${column} glob '\\x*' then unhex(substr(${column}, 3)) else cast(${column} as blob) end`,
      isPossible: (column) =>
        `case when ${column} glob '\\x*' then unhex(substr(${column}, 3)) is not null else instr(${column}, '\\') = 0 end`,
    },
  },
  expected: 'a Uint8Array',
  writer: () => (value, refuse) => (value instanceof Uint8Array ? value : refuse.kind(value)),
  reader: () => toBytes,
  listedInSqlite: (item) => sql`unhex(substr(${item}, 3))`,
  fromJson: (json) => new Uint8Array(Buffer.from(String(json), 'base64')),
  jsonSchema: () => ({ type: 'string', contentEncoding: 'base64' }),
  incomparable: 'bytes',
  hasExtremes: false,
  found: { postgres: ['bytea'], sqlite: [] },
  readDefault: ({ text }) => {
    const hex = /^(?:x'|'\\x)((?:[0-9a-f]{2})*)'$/i.exec(text)?.[1]
    return hex === undefined ? undefined : new Uint8Array(Buffer.from(hex, 'hex'))
  },
}

/** Bytes, a `Uint8Array` in records and base64 in JSON; can only be compared with null. */
export const bytes: () => Column<Uint8Array, 'bytes'> = columnWord(
  { rules, make: { sample: () => 'new Uint8Array([n])' } },
  () => columnOf(rules.name),
)

/** Returns a plain `Uint8Array` of the same memory, because both drivers may return a `Buffer`. */
function toBytes(stored: unknown): unknown {
  if (!Buffer.isBuffer(stored)) return stored
  return new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength)
}
