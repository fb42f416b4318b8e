/**
 * Reads SQL expressions as both databases print them. It recognizes the few forms that columns can
 * declare; anything else stays SQL.
 */

/** A quoted name, or a text. */
export const quoted =
  String.raw`"(?:[^"]|"")*"|'(?:[^']|'')*'|` + '`(?:[^`]|``)*`' + String.raw`|\[[^\]]*\]`
export const comment = String.raw`--[^\n]*|/\*[\s\S]*?\*/`
/** A name or keyword without quotes, in any letters, or a number. */
export const plain = String.raw`[\w$\u0080-\uffff]+`

const cast = String.raw`::(?:character varying|double precision|time(?:stamp)? with(?:out)? time zone|"[^"]*"|\w+)(?:\.(?:"[^"]*"|\w+))?(?:\(\d+(?:,\s*\d+)?\))?(?:\[\])?`
const noise = new RegExp(String.raw`'(?:[^']|'')*'|"(?:[^"]|"")*"|${comment}|${cast}|[()]|\s+`, 'g')

/** The expression without casts and parentheses, which databases add when they print it, and without comments. */
export function simplifySql(sql: string): string {
  return withoutNoise(sql, '')
}

function withoutNoise(sql: string, instead: string): string {
  return sql
    .replaceAll(noise, (part) => {
      if (part.startsWith("'") || part.startsWith('"')) return part
      return part.trim() === '' || /^(?:--|\/\*)/.test(part) ? ' ' : instead
    })
    .trim()
}

/** Whether two expressions differ only in what databases change when they print them. */
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

const name = String.raw`("(?:[^"]|"")*"|\[[^\]]*\]|\x60(?:[^\x60]|\x60\x60)*\x60|${plain})`
const literal = String.raw`(?:\be)?'(?:[^']|'')*'`
const list = String.raw`${literal}(?:\s*,\s*${literal})*`
const condition = String.raw`${name}\s*(?:\bis\s+null|=\s*any\s+array\s*\[\s*(${list})\s*\]|=\s*(${literal})|\bin\s*(${list}))`
const literals = new RegExp(literal, 'gi')
const conditions = new RegExp(condition, 'gi')
const valuesCheck = new RegExp(String.raw`^${condition}(?:\s+or\s+${condition})*$`, 'i')

/**
 * Reads a check that lists the only allowed texts of one column: `state in ('open', 'paid')`, or `state = 'open' or
 * state = 'paid'`, both also with `or state is null`. `undefined` for any other check.
 */
export function parseValuesCheck(sql: string): ValuesCheck | undefined {
  const text = withoutNoise(sql, ' ')
  if (!valuesCheck.test(text)) return undefined
  const found = Array.from(text.matchAll(conditions), ([, column = '', ...lists]) => {
    const listed = lists.find((each) => each !== undefined) ?? ''
    const values = Array.from(listed.matchAll(literals), ([text]) => unquoteText(text))
    return { column: unquoteName(column), values }
  })
  const [first] = found
  const values = found.flatMap((each) => each.values)
  const isOfOne = found.every(({ column }) => column.toLowerCase() === first?.column.toLowerCase())
  return first && isOfOne && values.length > 0 ? { column: first.column, values } : undefined
}

/** Whether two lists have the same texts, in any order. */
export function hasSameTexts(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted())
}

/** The name of a column in an expression. */
export interface NameInSql {
  /** Without its quotes. */
  readonly name: string
  readonly isQuoted: boolean
  /** Where it begins and ends in the text. */
  readonly start: number
  readonly end: number
}

/**
 * Finds the column names in an expression of either database, or in a list of expressions: words where a value is
 * expected, except keywords. Functions, types, collations, and tables before a period do not count.
 *
 * A word that may be a name or a keyword counts by its place: `desc` is a column in `desc > 1`, but not in `size desc`.
 */
export function namesIn(sql: string): readonly NameInSql[] {
  const tokens = Array.from(sql.matchAll(parts)).filter(([text]) => !/^(?:--|\/\*)/.test(text))
  const names: NameInSql[] = []
  let isValueDue = true

  for (const [i, { 0: text, index }] of tokens.entries()) {
    const [previous = '', next = ''] = [tokens[i - 1]?.[0].toLowerCase(), tokens[i + 1]?.[0]]
    const word = text.toLowerCase()
    const isQuoted = /^["`[]./.test(text)
    const isWord = isQuoted || isPlain.test(text)
    const isText = /^\w?'/.test(text)
    const isNamedType = ['collate', 'as', '::'].includes(previous)
    const isOther = isNamedType || /^(?:[(.]|\w?')/.test(next) || /^\d/.test(text)
    const isOperator: boolean = operators.has(word) && (!isValueDue || previous === 'not')
    const isKeyword = keywords.has(word) || constants.has(word) || isOperator || !isValueDue

    if (isWord && !isOther && (isQuoted || !isKeyword)) {
      const end = index + text.length
      names.push({ name: isQuoted ? unquoteName(text) : text, isQuoted, start: index, end })
    }
    if (isQuoted || isText || text === ')' || text === ']') isValueDue = false
    else if (!isWord) isValueDue = true
    else if (isNamedType) isValueDue = false
    else isValueDue = keywords.has(word) || isOperator
  }
  return names
}

/** Matches texts with their prefix, quoted names (but not `[1]`, the index of a list), comments, and other tokens. */
const parts = new RegExp(
  String.raw`[a-z]?'(?:[^']|'')*'|(?<=[\w)\]])\[|${quoted}|${comment}|${plain}|::|\S`,
  'gi',
)
const isPlain = new RegExp(`^${plain}$`)

/** Keywords that neither database accepts as a column name, and after which a value is expected. */
const keywords: ReadonlySet<string> = new Set(
  'all and as between case check collate distinct else escape except exists from group having in intersect is join limit not on or order select then union using when where'.split(
    ' ',
  ),
)

/** Keywords that are values themselves, or follow a value. */
const constants: ReadonlySet<string> = new Set(
  'current_date current_time current_timestamp false isnull notnull null true'.split(' '),
)

/** Operators that can also be column names. */
const operators: ReadonlySet<string> = new Set('glob ilike like match regexp similar to'.split(' '))

/** Whether an expression names a column, quoted or not. */
export function mentionsName(sql: string, name: string): boolean {
  return namesIn(sql).some((each) => each.name === name)
}

/** A text without its quotes. PostgreSQL writes one with a backslash as `E'a\\b'`. */
export function unquoteText(text: string): string {
  const inner = text.slice(text.indexOf("'") + 1, -1).replaceAll("''", "'")
  return text.startsWith("'") ? inner : inner.replaceAll('\\\\', '\\')
}

/** A name without its quotes, in the syntax of either database. */
export function unquoteName(name: string): string {
  const [quote = ''] = name
  if (quote === '[') return name.slice(1, -1)
  return quote === '"' || quote === '`' ? name.slice(1, -1).replaceAll(quote + quote, quote) : name
}
