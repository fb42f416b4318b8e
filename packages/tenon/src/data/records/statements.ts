import { StatementCache } from '../database/statement-cache.ts'
import type { Dialect, KeyLookup, Statement } from '../database/statement.ts'
import type { Table, TableColumn } from '../columns/table.ts'

/** What an insert does with a row that is already there: the columns that tell, those it sets. */
export interface Conflict {
  readonly columns: readonly TableColumn[]
  readonly update: readonly TableColumn[]
}

/** How many updates, and how many inserts, a table keeps. */
export const STATEMENT_LIMIT = 200

/**
 * The statements of a table whose text is fixed: by key, inserts and updates.
 *
 * An update has one text per set of columns, an insert one per number of rows. They are made as they
 * are first asked for and kept, up to a limit: which columns are set may be a client's to say.
 */
export class Statements {
  readonly find: KeyLookup
  /** Inserts a value for every column. */
  readonly insert: Statement
  /** Inserts a value for every column but the key; tells it as `insertId`, on PostgreSQL as a row. */
  readonly insertNumbered: Statement
  readonly delete: Statement
  readonly #table: Table
  readonly #dialect: Dialect
  readonly #inserts = new StatementCache<string, Statement>(STATEMENT_LIMIT)
  #updates = new StatementTree()
  #updateCount = 0

  constructor(table: Table, dialect: Dialect) {
    const { key, columns } = table
    const others = columns.filter((column) => column !== key)
    this.#table = table
    this.#dialect = dialect
    this.find = findByKey(table, dialect)
    this.insert = insertInto(table, columns, dialect, { count: 1, suffix: '' })
    // SQLite tells the key without being asked, which spares it a fifth of the work.
    const suffix = dialect === 'sqlite' ? '' : ` returning ${quote(key.name)}`
    this.insertNumbered = insertInto(table, others, dialect, { count: 1, suffix })
    this.delete = write(`delete from ${quote(table.name)} where ${keyEquals(table, dialect, 1)}`)
  }

  /** Inserts `count` rows at once; `numbered` ones have no value for the key. */
  insertMany(count: number, numbered: boolean, conflict?: Conflict): Statement {
    const suffix = conflict === undefined ? '' : conflictClause(conflict)
    const shape = `${count} ${numbered}${suffix}`
    const known = this.#inserts.get(shape)
    if (known !== undefined) return known

    const { columns, key } = this.#table
    const written = numbered ? columns.filter((column) => column !== key) : columns
    const statement = insertInto(this.#table, written, this.#dialect, { count, suffix })
    this.#inserts.set(shape, statement)
    return statement
  }

  /** Sets the assigned columns of the row whose key is the last parameter. */
  update(assignments: readonly Assigned[]): Statement {
    let place = this.#updates
    for (const { column } of assignments) place = place.branch(column)
    return place.statement ?? this.#makeUpdate(place, assignments)
  }

  #makeUpdate(place: StatementTree, assignments: readonly Assigned[]): Statement {
    const statement = updateByKey(this.#table, assignments, this.#dialect)
    place.statement = statement
    this.#updateCount += 1
    if (this.#updateCount === STATEMENT_LIMIT) {
      this.#updates = new StatementTree()
      this.#updateCount = 0
    }
    return statement
  }
}

/** A column that a statement sets. */
interface Assigned {
  readonly column: TableColumn
}

/** Statements by the columns that they set, in this order: no update has to write a key for them. */
class StatementTree {
  statement: Statement | undefined
  readonly #branches = new Map<TableColumn, StatementTree>()

  branch(column: TableColumn): StatementTree {
    const known = this.#branches.get(column)
    if (known !== undefined) return known
    const branch = new StatementTree()
    this.#branches.set(column, branch)
    return branch
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
  { count, suffix }: { readonly count: number; readonly suffix: string },
): Statement {
  if (columns.length === 0) return write(`insert into ${quote(table.name)} default values${suffix}`)
  const names = columns.map(({ name }) => quote(name)).join(', ')
  const rows = Array.from({ length: count }, (_, row) => {
    const holes = columns.map((_, i) => placeholder(dialect, row * columns.length + i + 1))
    return `(${holes.join(', ')})`
  })
  return write(`insert into ${quote(table.name)} (${names}) values ${rows.join(', ')}${suffix}`)
}

function conflictClause({ columns, update }: Conflict): string {
  const target = columns.map(({ name }) => quote(name)).join(', ')
  const changes = update.map(({ name }) => `${quote(name)} = excluded.${quote(name)}`).join(', ')
  return ` on conflict (${target}) do ${changes === '' ? 'nothing' : `update set ${changes}`}`
}

function updateByKey(table: Table, assigned: readonly Assigned[], dialect: Dialect): Statement {
  const assignments = assigned.map(
    ({ column }, i) => `${quote(column.name)} = ${placeholder(dialect, i + 1)}`,
  )
  const row = keyEquals(table, dialect, assigned.length + 1)
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
