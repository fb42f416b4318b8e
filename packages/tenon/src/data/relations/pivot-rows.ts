import {
  type DeleteResult,
  type InsertResult,
  type RawBuilder,
  sql,
  type UpdateResult,
} from 'kysely'
import { decode } from '../columns/codec.ts'
import { CHANGED_ROWS_LIMIT, toMatchValue } from '../database/changes/change.ts'
import { adapters } from '../database/dialects/adapters.ts'
import { databaseOf } from '../database/current-database.ts'
import type { Database } from '../database/database.ts'
import { kysely } from '../database/kysely.ts'
import type { AnyTables } from '../queries/compiler.ts'
import { listOf } from '../queries/parameter.ts'
import type { DatabaseValue } from '../database/statement.ts'
import { type Entity, entityOf } from '../records/entity.ts'
import { keyOf } from '../records/key.ts'
import { fieldsOf } from '../records/record.ts'
import { noteWrite } from '../records/noted/note-write.ts'
import { withStatedOwners } from '../records/owned/stated-owners.ts'
import { whileChecked } from '../records/owned/while-checked.ts'
import { assertKnown, assertNoKey, newRow, newValues, type Values } from '../records/write.ts'
import { NotFound } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { assertNoOwnedKeys, countWithSameOwner, keyOfAnother } from './key-guard.ts'
import { pivotKey } from './link-of.ts'
import { assertReached } from './owners.ts'
import { type AnyRelation, nameOf, type PivotTable } from './relation.ts'

/** The result of `sync`. */
export interface SyncResult {
  readonly attached: number
  readonly detached: number
}

/** The rows of a pivot table that belong to one record. */
export class PivotRows {
  readonly #pivot: PivotTable
  readonly #owner: Entity
  readonly #target: Entity
  readonly #record: object

  /** Throws `E_RELATION_UNKNOWN` for another model's relation, `E_RELATION_KIND` for the wrong kind. */
  constructor(owner: Entity, relation: AnyRelation, record: object) {
    nameOf(owner.model, relation)
    assertReached(owner, relation)
    if (relation.pivot === undefined) throw wrongKind(relation)
    this.#pivot = relation.pivot()
    this.#owner = owner
    this.#target = entityOf(relation.target())
    this.#record = record
  }

  /** Adds a row for each of these keys that does not have one, and returns the number of added rows. */
  async attach(keys: readonly unknown[], values: Values): Promise<number> {
    this.#assertKnown(values)
    const targets = [...this.#targets(keys).values()]
    const add = async (chunk: readonly DatabaseValue[]): Promise<number> => {
      const known = await this.#attached(chunk)
      const missing = chunk.filter((target) => !known.has(String(target)))
      return this.#insert(missing, values)
    }
    // If one row is refused, none is added.
    const addAll = async () => total(await this.#inChunks(targets, add))
    return this.#held(() => (targets.length > 1 ? this.#database().transaction(addAll) : addAll()))
  }

  /** Removes the rows of these keys, or all rows of the record. */
  async detach(keys?: readonly unknown[]): Promise<number> {
    const targets = keys && [...this.#targets(keys).values()]
    return this.#held(() =>
      targets === undefined
        ? this.#noted(undefined, true, () => deletedBy(this.#ownRows()))
        : this.#remove(targets),
    )
  }

  /** Sets columns of the rows of these keys, in one statement for each portion, and returns how many rows there are. */
  async update(keys: readonly unknown[], given: Values): Promise<number> {
    const { table: name, columns, localColumn, targetColumn } = this.#pivot
    this.#assertChangeable(Object.keys(given).filter((each) => given[each] !== undefined))
    const values = newValues({ name, columns }, given, this.#database().dialect)
    const targets = [...this.#targets(keys).values()]
    if (Object.keys(values).length === 0) return 0
    const set = (chunk: readonly DatabaseValue[]): Promise<number> =>
      this.#noted(chunk, false, () =>
        updatedBy(
          this.#kysely()
            .updateTable(name)
            .set({ ...values, ...this.#nextVersion() })
            .where(localColumn, '=', this.#ownKey())
            .where(targetColumn, 'in', chunk),
        ),
      )
    return this.#held(async () => total(await this.#inChunks(targets, set)))
  }

  /** Adds and removes rows so that there is exactly one for each of these keys, in one transaction. */
  async sync(keys: readonly unknown[], values: Values): Promise<SyncResult> {
    this.#assertKnown(values)
    const database = this.#database()
    return withStatedOwners(database, () => this.#syncIn(database, keys, values))
  }

  #syncIn(database: Database, keys: readonly unknown[], values: Values): Promise<SyncResult> {
    return database.transaction(async () => {
      await this.#lock('sync')
      const before = await this.#attached()
      const wanted = this.#targets(keys)
      const missing = [...wanted].filter(([text]) => !before.has(text)).map(([, target]) => target)
      const surplus = [...before].filter(([text]) => !wanted.has(text)).map(([, target]) => target)
      const detached = await this.#remove(surplus)
      if (missing.length === 0) return { attached: 0, detached }

      const counts = await this.#inChunks(missing, (chunk) => this.#insert(chunk, values))
      return { attached: total(counts), detached }
    })
  }

  /** Another request may add the same row between the read and the insert, which then does nothing. */
  async #insert(targets: readonly DatabaseValue[], values: Values): Promise<number> {
    if (targets.length === 0) return 0
    if (this.#target.table.owner !== undefined) await this.#assertSameOwner(targets)
    const { model } = this.#pivot
    if (model === undefined) return this.#insertRows(targets, values)
    return whileChecked(entityOf(model), [values], async () => {
      await this.#checkKeys(entityOf(model), targets, values)
      return this.#insertRows(targets, values)
    })
  }

  #insertRows(targets: readonly DatabaseValue[], values: Values): Promise<number> {
    const { table, localColumn, targetColumn } = this.#pivot
    const localKey = this.#ownKey()
    const rows = targets.map((target) => ({
      ...this.#ownColumns(values),
      [localColumn]: localKey,
      [targetColumn]: target,
    }))
    const insert = (some: typeof rows) => this.#kysely().insertInto(table).values(some)
    return this.#noted(targets, false, async () => {
      const added = await insertedBy(insert(rows).onConflict((conflict) => conflict.doNothing()))
      if (added === rows.length) return added
      const attached = await this.#attached(targets)
      const refused = rows.filter((row) => !attached.has(String(row[targetColumn])))
      // Not the pair exists, but another value that must be unique: this throws.
      return refused.length === 0 ? added : added + (await insertedBy(insert(refused)))
    })
  }

  /** Checks the further keys of new rows, as `createMany` of the pivot model does. */
  async #checkKeys(
    { keyGuard }: Entity,
    targets: readonly DatabaseValue[],
    values: Values,
  ): Promise<void> {
    if (keyGuard === undefined) return
    const { localColumn, targetColumn } = this.#pivot
    // `#assertSameOwner` has compared the other side with this one.
    const given = { ...values, [localColumn]: keyOf(this.#owner.table, fieldsOf(this.#record)) }
    const rows = this.#decoded(targets).map((target) => ({ ...given, [targetColumn]: target }))
    await keyGuard.checkAll(rows, given)
  }

  /** Throws `E_COLUMN_KEY` and `E_OWNER` for columns that `update` of a query on the pivot model does not set, either. */
  #assertChangeable(names: readonly string[]): void {
    const { model, columns } = this.#pivot
    if (model === undefined) return
    const entity = entityOf(model)
    for (const column of columns) {
      if (names.includes(column.name)) assertNoKey(entity.table, column, 'updatePivot()')
    }
    assertNoOwnedKeys(entity, names)
  }

  /** A pivot model may count versions: a record of a pair that was read before the change is then stale. */
  #nextVersion(): Readonly<Record<string, RawBuilder<unknown>>> {
    const { model } = this.#pivot
    const version = model && entityOf(model).table.version
    return version === undefined ? {} : { [version.name]: sql`${sql.ref(version.name)} + 1` }
  }

  #decoded(targets: readonly DatabaseValue[]): readonly unknown[] {
    const codec = pivotKey(this.#target.table).codecs[this.#database().dialect]
    return targets.map((each) => decode(codec, each))
  }

  /** Throws `ForeignKeyViolation` unless all of these records have the owner of this one. */
  async #assertSameOwner(targets: readonly DatabaseValue[]): Promise<void> {
    const target = this.#target
    const holder = { entity: this.#owner, row: fieldsOf(this.#record) }
    const key = pivotKey(target.table)
    const parameter = listOf(key, this.#decoded(targets))
    const isMeant = { kind: 'list', column: key, negated: false, parameter } as const
    if ((await countWithSameOwner(holder, target, isMeant)) === targets.length) return
    throw keyOfAnother(this.#owner, [this.#pivot.targetColumn], target)
  }

  async #remove(targets: readonly DatabaseValue[]): Promise<number> {
    const { targetColumn } = this.#pivot
    return total(
      await this.#inChunks(targets, (chunk) =>
        this.#noted(chunk, true, () => deletedBy(this.#ownRows().where(targetColumn, 'in', chunk))),
      ),
    )
  }

  /** Runs a write of the rows with these keys on the other side, or with any, and announces the change. */
  async #noted(
    targets: readonly DatabaseValue[] | undefined,
    isDelete: boolean,
    write: () => Promise<number>,
  ): Promise<number> {
    const { table, localColumn, targetColumn } = this.#pivot
    const local = { [localColumn]: toMatchValue(this.#ownKey()) ?? null }
    return noteWrite({
      database: this.#database(),
      table,
      write,
      changeOf: (count) => {
        if (count === 0) return undefined
        const isKnown = targets !== undefined && targets.length <= CHANGED_ROWS_LIMIT
        const keys = isKnown ? targets.map((target) => toMatchValue(target) ?? null) : []
        const rows = keys.map((target) => ({ ...local, [targetColumn]: target }))
        return { table, rows: isKnown ? rows : [local], isDelete }
      },
    })
  }

  /** Runs a write. If the record has an owner, a lock keeps it from moving to another one meanwhile. */
  #held(write: () => Promise<number>): Promise<number> {
    const database = this.#database()
    return withStatedOwners(database, () => {
      const { table } = this.#owner
      // A record without an owner cannot move, but the records that it owns can.
      if (table.owner === undefined && this.#target.table.owner === undefined) return write()
      return database.transaction(async () => {
        if (table.owner !== undefined) await this.#lock('share')
        return write()
      })
    })
  }

  /**
   * Makes requests that sync the same record wait for each other. With `share`, only a request that moves the record to
   * another owner waits. SQLite does so anyway. Throws `NotFound` if the record has moved.
   */
  async #lock(kind: 'sync' | 'share'): Promise<void> {
    const { name, owner } = this.#owner.table
    const { dialect } = this.#database()
    const key = pivotKey(this.#owner.table)
    const found = this.#kysely()
      .selectFrom(name)
      .select(key.name)
      .where(key.name, '=', this.#ownKey())
    const known = owner && owner.codecs[dialect].encode(fieldsOf(this.#record)[owner.name])
    const own = owner === undefined ? found : found.where(owner.name, '=', known)
    const locked = kind === 'sync' ? own.forNoKeyUpdate() : own.forKeyShare()
    const rows = await (adapters[dialect].lockRows === '' ? own : locked).execute()
    if (owner !== undefined && rows.length === 0) throw new NotFound()
  }

  /** The keys on the other side as text: all of them, or those among `targets`. */
  async #attached(targets?: readonly DatabaseValue[]): Promise<Map<string, DatabaseValue>> {
    const { table, localColumn, targetColumn } = this.#pivot
    const all = this.#kysely()
      .selectFrom(table)
      .select(`${targetColumn} as key`)
      .where(localColumn, '=', this.#ownKey())
    const rows = await (
      targets === undefined ? all : all.where(targetColumn, 'in', targets)
    ).execute()
    const codec = pivotKey(this.#target.table).codecs[this.#database().dialect]
    return byText(rows.map(({ key }) => codec.encode(decode(codec, key))))
  }

  /** Throws before any statement, also if no row needs the values. */
  #assertKnown(values: Values): void {
    const { table: name, columns } = this.#pivot
    assertKnown({ name, columns }, values)
  }

  #targets(keys: readonly unknown[]): Map<string, DatabaseValue> {
    return byText(keys.map((key) => this.#encode(this.#target, key)))
  }

  #ownColumns(values: Values): Values {
    const { table: name, columns } = this.#pivot
    const row = newRow({ name, columns }, values, this.#database().dialect)
    const written = columns.map((column, i) => [column.name, row[i]] as const)
    return Object.fromEntries(written.filter(([, value]) => value !== undefined))
  }

  #ownRows() {
    const { table, localColumn } = this.#pivot
    return this.#kysely().deleteFrom(table).where(localColumn, '=', this.#ownKey())
  }

  #ownKey(): DatabaseValue {
    return this.#encode(this.#owner, keyOf(this.#owner.table, fieldsOf(this.#record)))
  }

  #encode({ table }: Entity, key: unknown): DatabaseValue {
    return pivotKey(table).codecs[this.#database().dialect].encode(key)
  }

  /** Processes all items, a chunk at a time; several chunks run in one transaction. */
  async #inChunks<Item, Result>(
    items: readonly Item[],
    work: (chunk: readonly Item[]) => Promise<Result>,
  ): Promise<Result[]> {
    if (items.length === 0) return []
    if (items.length <= CHUNK) return [await work(items)]
    return this.#database().transaction(async () => {
      const results: Result[] = []
      for (let i = 0; i < items.length; i += CHUNK)
        results.push(await work(items.slice(i, i + CHUNK)))
      return results
    })
  }

  #database(): Database {
    return databaseOf(this.#owner.table.database)
  }

  #kysely() {
    return kysely<AnyTables>(this.#database())
  }
}

/** Below the limit that both databases have for parameters of one statement. */
const CHUNK = 500

function byText(values: readonly DatabaseValue[]): Map<string, DatabaseValue> {
  return new Map(values.map((value) => [String(value), value]))
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

async function deletedBy(query: { executeTakeFirstOrThrow(): Promise<DeleteResult> }) {
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

async function insertedBy(query: { executeTakeFirstOrThrow(): Promise<InsertResult> }) {
  const { numInsertedOrUpdatedRows = 0n } = await query.executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

async function updatedBy(query: { executeTakeFirstOrThrow(): Promise<UpdateResult> }) {
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

function wrongKind({ kind, target }: AnyRelation): SetupError {
  return new SetupError(
    'E_RELATION_KIND',
    `The relation to "${target().table}" is a ${kind} without a pivot table, so you cannot attach or detach. Set the foreign key with update() instead.`,
  )
}
