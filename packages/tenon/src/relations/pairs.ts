import type { DeleteResult } from 'kysely'
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
    await inChunks(rows, (chunk) => this.#kysely().insertInto(name).values(chunk).execute())
    return rows.length
  }

  /** Parts the record from others, or from all. */
  async detach(keys?: readonly unknown[]): Promise<number> {
    const { targetColumn } = this.#pivot
    if (keys === undefined) return deletedBy(this.#ownPairs())
    const targets = keys.map((key) => this.#encode(this.#target, key))
    const counts = await inChunks(targets, (chunk) =>
      deletedBy(this.#ownPairs().where(targetColumn, 'in', chunk)),
    )
    return counts.reduce((total, count) => total + count, 0)
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

  #ownPairs() {
    const { table, localColumn } = this.#pivot
    return this.#kysely().deleteFrom(table).where(localColumn, '=', this.#ownKey())
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

/** Below what either database takes as parameters of one statement. */
const CHUNK = 500

/** Does something with all items, a chunk at a time; with several chunks all or nothing. */
async function inChunks<Item, Result>(
  items: readonly Item[],
  work: (chunk: readonly Item[]) => Promise<Result>,
): Promise<Result[]> {
  if (items.length === 0) return []
  if (items.length <= CHUNK) return [await work(items)]
  return transaction(async () => {
    const results: Result[] = []
    for (let i = 0; i < items.length; i += CHUNK)
      results.push(await work(items.slice(i, i + CHUNK)))
    return results
  })
}

async function deletedBy(query: { executeTakeFirstOrThrow(): Promise<DeleteResult> }) {
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function wrongKind({ kind, target }: AnyRelation): SetupError {
  return new SetupError(
    'E_RELATION_KIND',
    `The relation to "${target().table}" is a ${kind}, it has no pairs to attach or detach. Set the foreign key with update() instead.`,
  )
}
