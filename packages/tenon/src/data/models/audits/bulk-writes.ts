import { databaseOf } from '../../database/current-database.ts'
import { both, type Condition } from '../../queries/condition.ts'
import { constant } from '../../queries/parameter.ts'
import { selectAll, type Selection } from '../../queries/selection.ts'
import type { BulkAudit } from '../../records/noted/bulk-audit.ts'
import type { Entity } from '../../records/entity.ts'
import { fetchRecords } from '../../records/fetch.ts'
import { fieldsOf } from '../../records/record.ts'
import { anyOf, identityBy } from '../../relations/load-relation.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { AuditEntries } from './audit-entries.ts'
import type { KeptColumns } from './kept-columns.ts'

/** The maximum number of rows that one statement may change: all of them are read before and after. */
const ROWS_LIMIT = 10_000

/** Audits writes of many rows, which run no hooks. */
export class BulkWrites implements BulkAudit {
  readonly #entity: Entity
  readonly #columns: KeptColumns
  readonly #entries: AuditEntries

  constructor(entity: Entity, columns: KeptColumns, entries: AuditEntries) {
    this.#entity = entity
    this.#columns = columns
    this.#entries = entries
  }

  readonly changing: BulkAudit['changing'] = (selection, write) =>
    this.#transaction(async () => {
      const limit = constant(ROWS_LIMIT + 1)
      const before = await this.#read({ ...selection, limit, lock: 'wait' })
      if (before.length > ROWS_LIMIT) throw tooMany(this.#entity)
      const found = this.#among(before)
      const result = await write({ ...selection, condition: both(selection.condition, found) })
      const after = await this.#readAgain(before)
      const happened = before.flatMap((record) => {
        const now = after.get(this.#keyOf(record))
        if (now === undefined) return this.#columns.deleted(record)
        return this.#columns.updated(fieldsOf(record), fieldsOf(now))
      })
      await this.#entries.add(happened)
      return result
    })

  readonly inserting: BulkAudit['inserting'] = (returning, insert) =>
    this.#transaction(async () => {
      const { table } = this.#entity
      const { affected, rows } = await insert(table.columns)
      const { dialect } = databaseOf(table.database)
      const records = rows.map((row) => this.#entity.hydrate(row, dialect))
      await this.#entries.add(records.flatMap((record) => this.#columns.created(record)))
      return { affected, rows: rows.map((row) => (returning ?? []).map(({ index }) => row[index])) }
    })

  #transaction<Result>(body: () => Promise<Result>): Promise<Result> {
    return databaseOf(this.#entity.table.database).transaction(body)
  }

  async #read(selection: Selection): Promise<readonly object[]> {
    const { records } = await fetchRecords(this.#entity, selection)
    return records
  }

  async #readAgain(records: readonly object[]): Promise<ReadonlyMap<unknown, object>> {
    if (records.length === 0) return new Map()
    const condition = this.#among(records)
    const found = await this.#read({ ...selectAll(this.#entity.table), condition })
    return new Map(found.map((record) => [this.#keyOf(record), record]))
  }

  #among(records: readonly object[]): Condition {
    const { table } = this.#entity
    return anyOf(
      table,
      table.keys,
      records.map((record) => this.#keysOf(record)),
    )
  }

  #keysOf(record: object): readonly unknown[] {
    return this.#entity.table.keys.map(({ name }) => fieldsOf(record)[name])
  }

  #keyOf(record: object): unknown {
    return identityBy(this.#entity.table.keys)(record)
  }
}

function tooMany({ table: { name } }: Entity): SetupError {
  return new SetupError(
    'E_AUDIT',
    `One statement would change more than ${ROWS_LIMIT} records of "${name}", which is audited. Change them in parts.`,
  )
}
