/**
 * Readings of SQL expressions as both databases print them. They recognise the few forms that columns
 * can declare; anything else stays SQL.
 */

const quoted = `'(?:[^']|'')*'|"(?:[^"]|"")*"`
const cast = String.raw`::(?:character varying|double precision|time(?:stamp)? with(?:out)? time zone|"[^"]*"|\w+)(?:\.(?:"[^"]*"|\w+))?(?:\(\d+(?:,\s*\d+)?\))?(?:\[\])?`
const noise = new RegExp(String.raw`${quoted}|${cast}|[()]|\s+`, 'g')

/** The expression without casts and parentheses, which databases add when they print it. */
export function simplifySql(sql: string): string {
  return sql
    .replaceAll(noise, (part) => {
      if (part.startsWith("'") || part.startsWith('"')) return part
      return part.trim() === '' ? ' ' : ''
    })
    .trim()
}

/** Whether two expressions are the same but for what databases change when they print them. */
export function isSameSql(one: string, other: string): boolean {
  return comparable(one) === comparable(other)
}

function comparable(sql: string): string {
  const parts = simplifySql(sql).split(new RegExp(`('(?:[^']|'')*')`))
  return parts
    .map((part) => (part.startsWith("'") ? part : part.toLowerCase().replaceAll(/["\s]/g, '')))
    .join('')
}

/** The column and the texts of a check such as `state in ('open', 'paid')`. */
export interface ValuesCheck {
  readonly column: string
  readonly values: readonly string[]
}

const literal = `'(?:[^']|'')*'`
const valuesCheck = new RegExp(
  String.raw`^("(?:[^"]|"")*"|\w+) (?:= any array\[(${literal}(?:, ?${literal})*)\]|= (${literal})|in (${literal}(?:, ?${literal})*))$`,
  'i',
)

/** Reads a check that lists the only allowed texts; `undefined` for any other. */
export function parseValuesCheck(sql: string): ValuesCheck | undefined {
  const [, column, ...lists] = valuesCheck.exec(simplifySql(sql)) ?? []
  const list = lists.find((each) => each !== undefined)
  if (column === undefined || list === undefined) return undefined
  const values = [...list.matchAll(new RegExp(literal, 'g'))].map(([text]) => unquoteText(text))
  return { column: unquoteName(column), values }
}

/** Whether SQL names a column, quoted or not; may say so for a text that contains the name. */
export function mentionsName(sql: string, name: string): boolean {
  const words = sql.split(name)
  return words.slice(1).some((after, i) => !/\w$/.test(words[i] ?? '') && !/^\w/.test(after))
}

export function unquoteText(text: string): string {
  return text.slice(1, -1).replaceAll("''", "'")
}

export function unquoteName(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}
