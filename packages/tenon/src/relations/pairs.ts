import { decode } from '../columns/codec.ts'
import { currentDatabase, transaction } from '../database/current-database.ts'
import { kysely } from '../database/kysely.ts'
import type { AnyTables } from '../queries/compiler.ts'
import type { DatabaseValue } from '../database/statement.ts'
import { type Entity, entityOf } from '../records/entity.ts'
import { fieldsOf } from '../records/record.ts'
import { newRow, type Values } from '../records/write.ts'
import { SetupError } from '../support/setup-error.ts'
import type { AnyRelation, PivotTable } from './relation.ts'

/** What `sync` did. */
export interface SyncResult {
  readonly attached: number
  readonly detached: number
}

/** The pairs of one record in a many-to-many relation. */
export class Pairs {
  readonly #pivot: PivotTable
  readonly #owner: Entity
  readonly #target: Entity
  readonly #record: object

  /** Throws `E_RELATION_KIND` for a relation of another kind. */
  constructor(owner: Entity, relation: AnyRelation, record: object) {
    if (relation.pivot === undefined) throw wrongKind(relation)
    this.#pivot = relation.pivot
    this.#owner = owner
    this.#target = entityOf(relation.target())
    this.#record = record
  }

  /** Pairs the record with others, given by their keys. */
  async attach(keys: readonly unknown[], values: Values): Promise<number> {
    if (keys.length === 0) return 0
    const { table: name, columns, localColumn, targetColumn } = this.#pivot
    const extra = newRow({ name, columns }, values, currentDatabase().dialect)
    const rows = keys.map((key) => ({
      ...Object.fromEntries(columns.map((column, i) => [column.name, extra[i]])),
      [localColumn]: this.#ownKey(),
      [targetColumn]: this.#encode(this.#target, key),
    }))
    await this.#kysely().insertInto(name).values(rows).execute()
    return rows.length
  }

  /** Parts the record from others, or from all. */
  async detach(keys?: readonly unknown[]): Promise<number> {
    const { table, localColumn, targetColumn } = this.#pivot
    const own = this.#kysely().deleteFrom(table).where(localColumn, '=', this.#ownKey())
    const targets = keys?.map((key) => this.#encode(this.#target, key))
    const query = targets === undefined ? own : own.where(targetColumn, 'in', targets)
    if (targets?.length === 0) return 0
    const { numDeletedRows } = await query.executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }

  /** Pairs the record with these others and no more, in one transaction. */
  sync(keys: readonly unknown[], values: Values): Promise<SyncResult> {
    return transaction(async () => {
      const before = await this.#paired()
      const wanted = new Map(keys.map((key) => [String(this.#encode(this.#target, key)), key]))
      const missing = [...wanted].filter(([text]) => !before.has(text)).map(([, key]) => key)
      const surplus = [...before].filter(([text]) => !wanted.has(text)).map(([, key]) => key)
      const detached = await this.detach(surplus)
      return { attached: await this.attach(missing, values), detached }
    })
  }

  /** The keys that the record is paired with, by their text. */
  async #paired(): Promise<Map<string, unknown>> {
    const { table, localColumn, targetColumn } = this.#pivot
    const query = this.#kysely().selectFrom(table).select(`${targetColumn} as key`)
    const rows = await query.where(localColumn, '=', this.#ownKey()).execute()
    const codec = this.#target.table.key.codecs[currentDatabase().dialect]
    return new Map(rows.map(({ key }) => [String(key), decode(codec, key)]))
  }

  #ownKey(): DatabaseValue {
    return this.#encode(this.#owner, fieldsOf(this.#record)[this.#owner.table.key.name])
  }

  #encode({ table }: Entity, key: unknown): DatabaseValue {
    return table.key.codecs[currentDatabase().dialect].encode(key)
  }

  #kysely() {
    return kysely<AnyTables>(currentDatabase())
  }
}

function wrongKind({ kind, target }: AnyRelation): SetupError {
  return new SetupError(
    'E_RELATION_KIND',
    `The relation to "${target().table}" is a ${kind}, it has no pairs to attach or detach. Set the foreign key with update() instead.`,
  )
}
