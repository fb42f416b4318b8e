import { type Actor, actors, readActor, toActorText } from '../../../base/log/actors.ts'
import { logContexts } from '../../../base/log/log-context.ts'
import { databaseOf } from '../../database/current-database.ts'
import { hasTable } from '../../database/dialects/has-table.ts'
import { Sql, sql } from '../../database/sql.ts'
import type { OwnRow } from '../../own/own-table.ts'
import { TablesOnUse } from '../../own/tables-on-use.ts'
import type { Entity } from '../../records/entity.ts'
import { keyOf } from '../../records/key.ts'
import { toWire } from '../../records/wire.ts'
import { auditTable } from './audit-table.ts'
import type { RecordEvent } from './kept-columns.ts'

type Fields = Readonly<Record<string, unknown>>
export type AuditRow = OwnRow<typeof auditTable>

/** How often a process deletes expired entries, and how many at a time. */
const SWEEP_EVERY_MS = 60_000
const SWEPT_AT_ONCE = 1_000

/** How many entries one statement writes. */
const WRITTEN_AT_ONCE = 1_000

/** The entries of one model in the table `tenon_audits` of its database. */
export class AuditEntries {
  readonly #entity: Entity
  readonly #keepMs: number
  readonly #tables: TablesOnUse
  #sweptAt = 0

  constructor(entity: Entity, keepMs: number) {
    this.#entity = entity
    this.#keepMs = keepMs
    this.#tables = new TablesOnUse([auditTable], entity.table.database)
  }

  /** Adds entries in the current transaction. */
  async add(happened: readonly RecordEvent[]): Promise<void> {
    if (happened.length === 0) return
    const database = await this.#tables.database()
    const { name } = this.#entity.table
    const now = Date.now()
    const actor = actors.text
    for (let i = 0; i < happened.length; i += WRITTEN_AT_ONCE) {
      const rows = happened.slice(i, i + WRITTEN_AT_ONCE).map(({ action, fields, changes }) => {
        return sql`(${name}, ${this.#keyOf(fields)}, ${action}, ${JSON.stringify(changes)}, ${actor}, ${now})`
      })
      await database.query(
        sql`insert into tenon_audits (record_table, record_key, action, changes, actor, at) values ${listed(rows)}`,
      )
    }
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return
    this.#sweptAt = now
    await database.afterCommit(() => this.#sweep(now - this.#keepMs))
  }

  /** The entries of a record, the latest first; only those before the entry with the id `before`, if it is given. */
  async of(fields: Fields, limit: number, before: number | undefined): Promise<AuditRow[]> {
    const { name } = this.#entity.table
    const last = before ?? Number.MAX_SAFE_INTEGER
    return this.#tables.query<AuditRow>(sql`
      select id, record_table, record_key, action, changes, actor, at from tenon_audits
      where record_table = ${name} and record_key = ${this.#keyOf(fields)} and id < ${last}
        and at > ${Date.now() - this.#keepMs}
      order by id desc limit ${limit}`)
  }

  /** Deletes all entries of a record. */
  async forget(fields: Fields): Promise<void> {
    const { name } = this.#entity.table
    await this.#tables.query(
      sql`delete from tenon_audits where record_table = ${name} and record_key = ${this.#keyOf(fields)}`,
    )
  }

  /** Deletes a part of the expired entries. If that fails, the write before it is not affected. */
  async #sweep(before: number): Promise<void> {
    const { name, database } = this.#entity.table
    try {
      await databaseOf(database).query(sql`
        delete from tenon_audits where id in (
          select id from tenon_audits where record_table = ${name} and at <= ${before}
          order by at limit ${SWEPT_AT_ONCE})`)
    } catch (error) {
      logContexts.current.log.warn('Old entries of audits could not be deleted', { error })
    }
  }

  /** The key as text; a key of several columns as JSON, in their order. */
  #keyOf(fields: Fields): string {
    const { table } = this.#entity
    const { key, keys } = table
    if (key !== undefined) return String(keyOf(table, fields))
    return JSON.stringify(keys.map(({ name }) => toWire(fields[name])))
  }
}

function listed(rows: readonly Sql[]): Sql {
  return new Sql(['', ...rows.slice(1).map(() => ', '), ''], rows)
}

/**
 * Removes the key of a deleted user from the entries: they then say that a user did it, but not which one. The
 * database may give the same key to another user.
 */
export async function forgetActor(database: string | undefined, actor: Actor): Promise<void> {
  const opened = databaseOf(database)
  if (!(await hasTable(opened, auditTable.name))) return
  const nobody = toActorText({ ...actor, key: '' })
  await opened.query(
    sql`update tenon_audits set actor = ${nobody} where actor = ${toActorText(actor)}`,
  )
}

/** Reads the actor of an entry; a deleted user has no key. */
export function readAuditActor(text: string | null): AuditActor | null {
  const actor = readActor(text)
  return actor === null ? null : { table: actor.table, key: actor.key === '' ? null : actor.key }
}

/** Who did something. */
export interface AuditActor {
  /** The table of the model, such as `users`. */
  readonly table: string
  /** `null` after the user was deleted with `auth.forget(user)`. */
  readonly key: string | null
}
