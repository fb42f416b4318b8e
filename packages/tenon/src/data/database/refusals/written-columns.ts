import type { DatabaseValue } from '../statement.ts'

/** The values that an insert or update writes. */
export interface Written {
  readonly table: string
  /** The values of each column. A value in the text itself is not included, only parameters. */
  readonly columns: ReadonlyMap<string, readonly DatabaseValue[]>
}

/** Reads the text of an insert or update; `undefined` for any other statement. */
export function findWritten(
  sql: string,
  parameters: readonly DatabaseValue[],
): Written | undefined {
  return findInserted(sql, parameters) ?? findUpdated(sql, parameters)
}

function findInserted(sql: string, parameters: readonly DatabaseValue[]): Written | undefined {
  const [, table, list = '', row = ''] = INSERT.exec(sql) ?? []
  if (table === undefined) return undefined
  const names = Array.from(list.matchAll(/\w+/g), ([name]) => name)
  const isPlain = names.every((_, i) => row.split(', ')[i]?.replace(/::.*/, '') === `$${i + 1}`)
  const valuesOf = (place: number): readonly DatabaseValue[] =>
    isPlain ? parameters.filter((_, i) => i % names.length === place) : []
  return { table, columns: new Map(names.map((name, i) => [name, valuesOf(i)])) }
}

function findUpdated(sql: string, parameters: readonly DatabaseValue[]): Written | undefined {
  const [, table, changes = ''] = UPDATE.exec(sql) ?? []
  if (table === undefined) return undefined
  const columns = new Map<string, readonly DatabaseValue[]>()
  for (const [, name = '', number] of changes.matchAll(/"?(\w+)"? = (?:\$(\d+))?/g)) {
    columns.set(name, number === undefined ? [] : parameters.slice(Number(number) - 1, +number))
  }
  return { table, columns }
}

const INSERT = /^\s*insert into ("?\w+"?) \(([^)]*)\) values \(([^)]*)\)/i
const UPDATE = /^\s*update ("?\w+"?) set (.*?)(?: where | returning |$)/is
