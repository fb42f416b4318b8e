import { rulesOf } from '../../columns/column-type.ts'
import type { ColumnDefinition, Columns } from '../../columns/column.ts'
import { toMirror } from '../mirror.ts'
import type { ColumnDefinitions, IndexSql, Mirror, SqlByDialect } from '../operation.ts'

/**
 * The mirrors of columns with `was`. If the types differ, the SQL that converts values is a guess. You may correct it
 * in the migration, because comparisons use only the names.
 */
export function guessMirrors(columns: Columns, stored: ColumnDefinitions): readonly Mirror[] {
  const names = Object.keys(columns)
  const formerOf = (name: string): string | undefined => columns[name]?.definition.was
  return [...new Set(names.map(formerOf))].flatMap((from) => {
    if (from === undefined) return []
    const to = names.filter((name) => formerOf(name) === from)
    return [guessMirror(from, to, stored)]
  })
}

function guessMirror(from: string, to: readonly string[], stored: ColumnDefinitions): Mirror {
  const [only = '', second] = to
  if (second !== undefined) return splitMirror(from, to)
  const [before, after] = [stored[from], stored[only]]
  if (before === undefined || after === undefined || isSameType(before, after)) {
    return toMirror(from, only)
  }
  return { from, to: { [only]: castSql(from, after) }, back: castSql(only, before) }
}

function isSameType(one: ColumnDefinition, other: ColumnDefinition): boolean {
  const [before, after] = [one, other].map(({ type, digits, values }) =>
    JSON.stringify([type, digits, values]),
  )
  return before === after
}

/** SQL that converts a value. For a list of values, any other value becomes the first one. */
function castSql(column: string, { type, digits, values }: ColumnDefinition): IndexSql {
  if (values === undefined) {
    const { sqlite, postgres } = rulesOf({ type }).sql({ digits })
    return {
      sqlite: `cast("${column}" as ${sqlite})`,
      postgres: `cast("${column}" as ${postgres})`,
    }
  }
  const list = values.map((value) => `'${value.replaceAll("'", "''")}'`)
  return `case when "${column}" is null or "${column}" in (${list.join(', ')}) then "${column}" else ${list[0]} end`
}

/** A mirror that splits a text: the first word, and the rest. Further columns get an empty text. */
function splitMirror(from: string, to: readonly string[]): Mirror {
  const text = `"${from}"`
  const parts: readonly SqlByDialect[] = [
    {
      sqlite: `substr(${text}, 1, instr(${text} || ' ', ' ') - 1)`,
      postgres: `split_part(${text}, ' ', 1)`,
    },
    {
      sqlite: `substr(${text}, instr(${text} || ' ', ' ') + 1)`,
      postgres: `substr(${text}, length(split_part(${text}, ' ', 1)) + 2)`,
    },
  ]
  const nothing = `case when ${text} is not null then '' end`
  const values = to.map((name, i) => [name, parts[i] ?? nothing] as const)
  const words = to.map((name) => `coalesce("${name}", '')`)
  return { from, to: Object.fromEntries(values), back: `rtrim(${words.join(` || ' ' || `)})` }
}
