import { types, type CustomTypesConfig } from 'pg'

/** How PostgreSQL's text becomes a `DatabaseValue`; other types are read as `pg` reads them. */
export const valueParsers: CustomTypesConfig = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? types.getTypeParser(oid, format),
}

type TypeId = Parameters<typeof types.getTypeParser>[0]

/** Reads a timestamp of any precision and offset as milliseconds UTC. */
export function parseTimestamp(text: string): number {
  const isUsual = text.endsWith('+00') && text[10] === ' ' && text[4] === '-'
  if (isUsual) return Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
  return Number(parseUnusualTimestamp(text))
}

/** Years before 1 or after 9999, offsets of other zones, infinity. */
const parseUnusualTimestamp = types.getTypeParser(types.builtins.TIMESTAMPTZ)

function parseTimestampWithoutZone(text: string): number {
  return parseTimestamp(text.endsWith('infinity') ? text : `${text}+00`)
}

/** Fifteen digits are always below 2^53. */
function parseInteger(text: string): number | bigint {
  if (text.length <= 15) return Number(text)
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

function keepText(text: string): string {
  return text
}

// oxfmt-ignore
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, parseInteger],
  [types.builtins.TIMESTAMPTZ, parseTimestamp],
  [types.builtins.TIMESTAMP, parseTimestampWithoutZone],
  [types.builtins.DATE, keepText],
  [types.builtins.JSON, keepText],
  [types.builtins.JSONB, keepText],
])
