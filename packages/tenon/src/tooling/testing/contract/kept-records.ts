import { toPlaceholder } from '../../../data/database/sql.ts'
import { databaseOf } from '../../../data/database/current-database.ts'
import type { Database } from '../../../data/database/database.ts'
import { DatabaseUnavailable } from '../../../data/database/database-error.ts'
import { ANY_OWNER, asStated } from '../../../data/database/owners/current-owners.ts'
import type { DatabaseValue, Row } from '../../../data/database/statement.ts'
import { decode } from '../../../data/columns/codec.ts'
import type { TableColumn } from '../../../data/columns/table.ts'
import { parseColumnKey } from '../../../data/columns/parse-key.ts'
import { entityOf } from '../../../data/records/entity.ts'
import type { DeletedRecord } from './deleted-record.ts'

/**
 * The rows of records before a route deletes them, so that another route that deletes the same record, such as one of
 * another version of the API, finds it.
 */
export class KeptRecords {
  readonly #rows = new Map<string, Row>()

  /** Keeps the row of a record if this is the first route that deletes it; for another route, puts it back. */
  async prepare(record: DeletedRecord, text: string): Promise<void> {
    const place = toPlace(record, text)
    if (place === undefined) return
    const name = JSON.stringify([entityOf(record.model).table.name, record.column, text])
    const kept = this.#rows.get(name)
    const stored = await readRow(place)
    if (kept === undefined && stored !== undefined) this.#rows.set(name, stored)
    if (kept === undefined) return
    await (stored === undefined ? insertRow(place, kept) : updateRow(place, kept))
  }
}

/** A row of a table, whether it exists or not. */
interface Place {
  readonly database: Database
  readonly table: string
  /** The columns that can be written. */
  readonly columns: readonly TableColumn[]
  readonly column: string
  readonly key: DatabaseValue
}

function toPlace({ model, column: name }: DeletedRecord, text: string): Place | undefined {
  const { table } = entityOf(model)
  const column = table.column(name)
  const key = parseColumnKey(column.definition, text)
  if (key === undefined) return undefined
  const database = databaseOf(table.database)
  return {
    database,
    table: table.name,
    columns: table.columns.filter((each) => !table.generated.includes(each)),
    column: name,
    key: column.operands[database.dialect].encode(key),
  }
}

async function readRow(place: Place): Promise<Row | undefined> {
  const names = place.columns.map(({ name }) => quote(name)).join(', ')
  const { rows } = await run(
    place,
    `select ${names} from ${quote(place.table)} where ${quote(place.column)} = ${at(place, 1)}`,
    [place.key],
  )
  return rows[0]
}

async function insertRow(place: Place, row: Row): Promise<void> {
  const names = place.columns.map(({ name }) => quote(name)).join(', ')
  const values = place.columns.map((_column, i) => at(place, i + 1)).join(', ')
  const text = `insert into ${quote(place.table)} (${names}) ${overriding[place.database.dialect]} values (${values})`
  try {
    // Inside the transaction of a test, only a nested one can fail without ending it.
    await place.database.transaction(() => run(place, text, encode(place, row)))
  } catch (error) {
    // The record may belong to one that is gone. The route then answers 404, which is found.
    if (error instanceof DatabaseUnavailable) throw error
  }
}

/** PostgreSQL otherwise takes no key that it generates `always`. */
const overriding = { sqlite: '', postgres: 'overriding system value' } as const

/** A row that is only marked as deleted still exists. Its key stays, because a database may refuse to set one. */
async function updateRow(place: Place, row: Row): Promise<void> {
  const values = encode(place, row)
  const changed = place.columns
    .map(({ name, definition }, i) => ({
      name,
      isKey: definition.primaryKey,
      value: values[i] ?? null,
    }))
    .filter(({ isKey }) => !isKey)
  const changes = changed.map(({ name }, i) => `${quote(name)} = ${at(place, i + 1)}`)
  const condition = `${quote(place.column)} = ${at(place, changes.length + 1)}`
  await run(place, `update ${quote(place.table)} set ${changes.join(', ')} where ${condition}`, [
    ...changed.map(({ value }) => value),
    place.key,
  ])
}

function encode({ columns, database: { dialect } }: Place, row: Row): DatabaseValue[] {
  return columns.map(({ codecs }, i) => {
    const value = decode(codecs[dialect], row[i])
    return value === null ? null : codecs[dialect].encode(value)
  })
}

/** Runs a statement as nobody in particular, so that no rule about owners hides the row. */
async function run({ database }: Place, sql: string, parameters: readonly DatabaseValue[]) {
  return asStated(ANY_OWNER, () => database.execute({ sql, parameters }))
}

function at({ database }: Place, position: number): string {
  return toPlaceholder(position, database.dialect)
}

function quote(name: string): string {
  return `"${name}"`
}
