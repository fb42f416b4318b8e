import { adapters } from '../database/dialects/adapters.ts'
import { toPlaceholder } from '../database/sql.ts'
import { StatementCache } from '../database/statement-cache.ts'
import type { Dialect, KeyLookup, NumberedKey, Statement } from '../database/statement.ts'
import { matchedBesides } from './noted/note-write.ts'
import { DELETED_AT, type Table, type TableColumn } from '../columns/table.ts'

/** What an insert does with an existing row: the columns that identify it, and those it sets. */
export interface Conflict {
  readonly columns: readonly TableColumn[]
  readonly update: readonly TableColumn[]
}

/** How many updates, and how many inserts, are kept per table. */
export const STATEMENT_LIMIT = 200

/**
 * The statements of a table that have a fixed text: by key, inserts and updates.
 *
 * An update has one text per set of columns, an insert one per number of rows. They are built on
 * first use and kept, up to a limit: a client may decide which columns are set.
 */
export class Statements {
  readonly find: KeyLookup
  /** Finds the row of a record by its key and its owner, which follows as the last parameter. */
  readonly findOwned: Statement
  /** Inserts a value for every column. */
  readonly insert: Statement
  /** Inserts a value for each column but the key; returns it as `insertId`, on PostgreSQL as a row. */
  readonly insertNumbered: Statement
  readonly delete: Statement
  /** Returns the columns by which changes are compared with reads, like an update with `isReturning`. */
  readonly deleteReturning: Statement
  readonly #table: Table
  readonly #dialect: Dialect
  readonly #inserts = new StatementCache<string, Statement>(STATEMENT_LIMIT)
  #updates = new StatementTree()
  #returningUpdates = new StatementTree()
  #updateCount = 0

  constructor(table: Table, dialect: Dialect) {
    const { key, columns } = table
    const others = columns.filter((column) => column !== key)
    this.#table = table
    this.#dialect = dialect
    this.find = findByKey(table, dialect)
    this.findOwned = findOwned(table, dialect)
    this.insert = insertInto(table, columns, dialect, { count: 1, suffix: '' })
    // SQLite reports the key anyway; not asking for it saves a fifth of the work.
    const suffix = dialect === 'sqlite' || key === undefined ? '' : ` returning ${quote(key.name)}`
    this.insertNumbered = insertInto(table, others, dialect, { count: 1, suffix })
    const row = `${keyEquals(table, dialect, 1)}${andOwner(table, dialect, table.keys.length + 1)}`
    const deletion = `delete from ${quote(table.name)} where ${row}`
    this.delete = write(table, deletion)
    this.deleteReturning = write(table, `${deletion}${returning(table.matched)}`)
  }

  /** Inserts one row without values for some columns, and returns what the database generated for them. */
  insertReturning(missing: readonly TableColumn[]): Statement {
    const suffix = ` returning ${missing.map(({ name }) => quote(name)).join(', ')}`
    return this.#insert(1, missing, suffix)
  }

  /** Inserts `count` rows at once. */
  insertMany(count: number, insert: InsertOptions): Statement {
    return this.#insert(count, insert.missing, this.#suffixOf(insert))
  }

  /**
   * Inserts any number of rows on PostgreSQL; each parameter is an array of one column's values.
   *
   * PostgreSQL does not convert a text to an enum or an address, and the model may not know that the column has
   * such a type. So each array is appended to an empty array of the column's values, and gets its type.
   */
  insertArrays(insert: InsertOptions): Statement {
    const written = this.#table.columns.filter((column) => !insert.missing.includes(column))
    const suffix = this.#suffixOf(insert)
    const names = written.map(({ name }) => quote(name)).join(', ')
    const table = quote(this.#table.name)
    const arrays = written.map(
      ({ name }, i) =>
        `array_cat(array(select ${quote(name)} from ${table} where false), $${i + 1})`,
    )
    const rows = `select * from unnest(${arrays.join(', ')})`
    return write(this.#table, `insert into ${table} (${names}) ${rows}${suffix}`)
  }

  #suffixOf({ conflict, returning: columns = [] }: InsertOptions): string {
    const clause =
      conflict === undefined ? '' : conflictClause(this.#table, conflict, this.#dialect)
    return `${clause}${returning(columns)}`
  }

  #insert(count: number, missing: readonly TableColumn[], suffix: string): Statement {
    const shape = `${count} ${missing.map(({ name }) => name).join()}${suffix}`
    const known = this.#inserts.get(shape)
    if (known !== undefined) return known

    const written = this.#table.columns.filter((column) => !missing.includes(column))
    const statement = insertInto(this.#table, written, this.#dialect, { count, suffix })
    this.#inserts.set(shape, statement)
    return statement
  }

  /** Sets the assigned columns of the row whose key, owner and version follow as the last parameters. */
  update(
    assignments: readonly Assigned[],
    { isReturning }: UpdateOptions = { isReturning: false },
  ): Statement {
    let place = isReturning ? this.#returningUpdates : this.#updates
    for (const { column } of assignments) place = place.branch(column)
    return place.statement ?? this.#makeUpdate(place, assignments, isReturning)
  }

  #makeUpdate(
    place: StatementTree,
    assignments: readonly Assigned[],
    isReturning: boolean,
  ): Statement {
    const plain = updateByKey(this.#table, assignments, this.#dialect)
    const returned = isReturning ? returning(matchedBesides(this.#table, assignments)) : ''
    const statement = returned === '' ? plain : { ...plain, sql: `${plain.sql}${returned}` }
    place.statement = statement
    this.#updateCount += 1
    if (this.#updateCount === STATEMENT_LIMIT) {
      this.#updates = new StatementTree()
      this.#returningUpdates = new StatementTree()
      this.#updateCount = 0
    }
    return statement
  }
}

/** An insert of several rows. */
interface InsertOptions {
  /** The columns without values. */
  readonly missing: readonly TableColumn[]
  readonly conflict?: Conflict | undefined
  readonly returning?: readonly TableColumn[] | undefined
}

interface UpdateOptions {
  /** Whether it returns the columns by which changes are compared with reads, except those that it sets. */
  readonly isReturning: boolean
}

interface Assigned {
  readonly column: TableColumn
}

/** Statements by the columns that they set, in this order, so that an update needs no string key. */
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

function findOwned(table: Table, dialect: Dialect): Statement {
  const owner = andOwner(table, dialect, table.keys.length + 1)
  return read(
    table,
    `${selectWhere(table)}${keyEquals(table, dialect, 1)}${owner}${andAlive(table)}`,
  )
}

function selectWhere({ name, columns }: Table): string {
  return `select ${columns.map((column) => quote(column.name)).join(', ')} from ${quote(name)} where `
}

function findByKey(table: Table, dialect: Dialect): KeyLookup {
  const alive = andAlive(table)
  const select = selectWhere(table)
  const one = read(table, `${select}${keyEquals(table, dialect, 1)}${alive}`)
  const { key, keys } = table
  if (dialect === 'sqlite' || key === undefined) return { one, keyIndex: keys[0].index }
  const many = read(table, `${select}${quote(key.name)} = any($1)${alive}`)
  return { one, many, keyIndex: key.index }
}

function insertInto(
  table: Table,
  columns: readonly TableColumn[],
  dialect: Dialect,
  { count, suffix }: { readonly count: number; readonly suffix: string },
): Statement {
  const numbers = numberedKey(table, columns)
  if (columns.length === 0) {
    const sql = `insert into ${quote(table.name)} default values${suffix}`
    return { ...write(table, sql), numbers }
  }
  const names = columns.map(({ name }) => quote(name)).join(', ')
  const rows = Array.from({ length: count }, (_, row) => {
    const holes = columns.map((_, i) => toPlaceholder(row * columns.length + i + 1, dialect))
    return `(${holes.join(', ')})`
  })
  const sql = `insert into ${quote(table.name)} (${names}) values ${rows.join(', ')}${suffix}`
  return { ...(count === 1 ? writeByKey(table, sql) : write(table, sql)), numbers }
}

/** The key, if it is left out because the database numbers the rows. */
function numberedKey(
  { name: table, key }: Table,
  columns: readonly TableColumn[],
): NumberedKey | undefined {
  if (key === undefined || !isNumbered(key) || columns.includes(key)) return undefined
  return { table, column: key.name }
}

/** Whether the database numbers the rows in this column, and has no other default for it. */
export function isNumbered({ definition }: TableColumn): boolean {
  return definition.autoIncrement && definition.computed === undefined
}

function conflictClause(
  { name: table, deletedAt, version }: Table,
  { columns, update }: Conflict,
  dialect: Dialect,
): string {
  const target = columns
    .map(({ name, definition: { caseInsensitive } }) =>
      caseInsensitive ? adapters[dialect].foldCase(quote(name)) : quote(name),
    )
    .join(', ')
  const ignoresDeleted = columns.some(({ definition }) => definition.ignoreDeleted)
  const indexed = ignoresDeleted ? ` where ${quote(DELETED_AT)} is null` : ''
  const clause = ` on conflict (${target})${indexed} do`
  const set = update
    .filter((column) => column !== version)
    .map(({ name }) => `${quote(name)} = excluded.${quote(name)}`)
  const next = version && `${quote(version.name)} = ${quote(table)}.${quote(version.name)} + 1`
  const changes = [...set, ...(next === undefined || set.length === 0 ? [] : [next])].join(', ')
  if (changes === '') return `${clause} nothing`
  const alive =
    deletedAt === undefined ? '' : ` where ${quote(table)}.${quote(deletedAt.name)} is null`
  return `${clause} update set ${changes}${alive}`
}

function updateByKey(table: Table, assigned: readonly Assigned[], dialect: Dialect): Statement {
  const assignments = assigned.map(
    ({ column }, i) => `${quote(column.name)} = ${toPlaceholder(i + 1, dialect)}`,
  )
  const next = assigned.length + table.keys.length + 1
  const owner = andOwner(table, dialect, next)
  const version = andVersion(table, dialect, owner === '' ? next : next + 1)
  const row = `${keyEquals(table, dialect, assigned.length + 1)}${owner}${version}${andAlive(table)}`
  const sql = `update ${quote(table.name)} set ${assignments.join(', ')} where ${row}`
  return writeByKey(table, sql)
}

/** Skips a row whose owner has changed since it was read. */
function andOwner({ owner }: Table, dialect: Dialect, position: number): string {
  return owner === undefined
    ? ''
    : ` and ${quote(owner.name)} = ${toPlaceholder(position, dialect)}`
}

/** Skips a row whose version is not the known one. */
function andVersion({ version }: Table, dialect: Dialect, position: number): string {
  return version === undefined
    ? ''
    : ` and ${quote(version.name)} = ${toPlaceholder(position, dialect)}`
}

function returning(columns: readonly TableColumn[]): string {
  return columns.length === 0
    ? ''
    : ` returning ${columns.map(({ name }) => quote(name)).join(', ')}`
}

/** Skips soft-deleted rows. */
function andAlive({ deletedAt }: Table): string {
  return deletedAt === undefined ? '' : ` and ${quote(deletedAt.name)} is null`
}

function keyEquals(table: Table, dialect: Dialect, position: number): string {
  const tests = table.keys.map(
    ({ name }, i) => `${quote(name)} = ${toPlaceholder(position + i, dialect)}`,
  )
  return tests.join(' and ')
}

/** Tables and columns have been checked to contain no quotes. */
function quote(identifier: string): string {
  return `"${identifier}"`
}

function read({ owner }: Table, sql: string): Statement {
  return { sql, access: 'read', owners: owner && 'stated', readsMicroseconds: true }
}

function write({ owner }: Table, sql: string): Statement {
  return { sql, access: 'write', owners: owner && 'stated', readsMicroseconds: true }
}

/** Not for `delete`, which may have to search every table that refers to the row. */
function writeByKey(table: Table, sql: string): Statement {
  return { ...write(table, sql), isByKey: true }
}
