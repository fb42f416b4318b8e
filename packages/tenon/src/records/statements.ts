import type { Dialect, KeyLookup, Statement } from '../database/statement.ts'
import type { Table, TableColumn } from '../columns/table.ts'

/**
 * The statements of a table whose text is fixed: by key, inserts and updates.
 *
 * An update has one text per set of columns, kept as it is first asked for: there are never more
 * than the application writes combinations.
 */
export class Statements {
  readonly find: KeyLookup
  /** Inserts a value for every column. */
  readonly insert: Statement
  /** Inserts a value for every column but the key and returns the key. */
  readonly insertNumbered: Statement
  readonly delete: Statement
  readonly #table: Table
  readonly #dialect: Dialect
  readonly #updates = new Map<string, Statement>()

  constructor(table: Table, dialect: Dialect) {
    const { key, columns } = table
    const others = columns.filter((column) => column !== key)
    this.#table = table
    this.#dialect = dialect
    this.find = findByKey(table, dialect)
    this.insert = insertInto(table, columns, dialect)
    this.insertNumbered = insertInto(table, others, dialect, ` returning ${quote(key.name)}`)
    this.delete = write(`delete from ${quote(table.name)} where ${keyEquals(table, dialect, 1)}`)
  }

  /** Sets `columns` of the row whose key is the last parameter. */
  update(columns: readonly TableColumn[]): Statement {
    const shape = columns.map(({ index }) => index).join()
    const known = this.#updates.get(shape)
    if (known !== undefined) return known
    const statement = updateByKey(this.#table, columns, this.#dialect)
    this.#updates.set(shape, statement)
    return statement
  }
}

function findByKey(table: Table, dialect: Dialect): KeyLookup {
  const columns = table.columns.map(({ name }) => quote(name)).join(', ')
  const alive = table.deletedAt === undefined ? '' : ` and ${quote(table.deletedAt.name)} is null`
  const select = `select ${columns} from ${quote(table.name)} where `
  const one = read(`${select}${keyEquals(table, dialect, 1)}${alive}`)
  if (dialect === 'sqlite') return { one, keyIndex: table.key.index }
  const many = read(`${select}${quote(table.key.name)} = any($1)${alive}`)
  return { one, many, keyIndex: table.key.index }
}

function insertInto(
  table: Table,
  columns: readonly TableColumn[],
  dialect: Dialect,
  returning = '',
): Statement {
  const names = columns.map(({ name }) => quote(name)).join(', ')
  const holes = columns.map((_, i) => placeholder(dialect, i + 1)).join(', ')
  const values = columns.length === 0 ? 'default values' : `(${names}) values (${holes})`
  return write(`insert into ${quote(table.name)} ${values}${returning}`)
}

function updateByKey(table: Table, columns: readonly TableColumn[], dialect: Dialect): Statement {
  const assignments = columns.map(
    ({ name }, i) => `${quote(name)} = ${placeholder(dialect, i + 1)}`,
  )
  const row = keyEquals(table, dialect, columns.length + 1)
  return write(`update ${quote(table.name)} set ${assignments.join(', ')} where ${row}`)
}

function keyEquals(table: Table, dialect: Dialect, position: number): string {
  return `${quote(table.key.name)} = ${placeholder(dialect, position)}`
}

function placeholder(dialect: Dialect, position: number): string {
  return dialect === 'sqlite' ? '?' : `$${position}`
}

/** Tables and columns were checked to hold no quote. */
function quote(identifier: string): string {
  return `"${identifier}"`
}

function read(sql: string): Statement {
  return { sql, access: 'read' }
}

function write(sql: string): Statement {
  return { sql, access: 'write' }
}
