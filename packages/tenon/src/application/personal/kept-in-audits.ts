import { databaseOf } from '../../data/database/current-database.ts'
import { hasTable } from '../../data/database/dialects/has-table.ts'
import { sql } from '../../data/database/sql.ts'
import { toActorText } from '../../base/log/actors.ts'
import { forgetActor } from '../../data/models/audits/audit-entries.ts'
import { auditTable } from '../../data/models/audits/audit-table.ts'
import type { Entity } from '../../data/records/entity.ts'
import type { KnownPerson } from './person-record.ts'

const AT_ONCE = 500

/** What a person did, without the values, which may belong to other people. */
export async function* tellAudits(person: KnownPerson): AsyncGenerator<readonly object[]> {
  for (const name of databasesOf(person)) {
    const database = databaseOf(name)
    if (!(await hasTable(database, auditTable.name))) continue
    for (let last = 0, isMore = true; isMore;) {
      const rows = await database.query<{ id: number; at: number }>(sql`
        select id, record_table, record_key, action, at from tenon_audits
        where actor = ${toActorText(person)} and id > ${last} order by id limit ${AT_ONCE}`)
      isMore = rows.length === AT_ONCE
      last = rows.at(-1)?.id ?? last
      if (rows.length > 0) yield rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
    }
  }
}

/**
 * Removes the values of personal columns from the audit entries of rows: they are from before the columns were
 * personal. Returns how many entries it has changed.
 */
export async function stripAudits(
  entity: Entity,
  keys: readonly string[],
  columns: readonly string[],
): Promise<number> {
  const { name, database: named } = entity.table
  const database = databaseOf(named)
  let changed = 0
  for (let last = 0, isMore = keys.length > 0 && columns.length > 0; isMore;) {
    const rows = await database.query<{ id: number; changes: string }>(sql`
      select id, changes from tenon_audits
      where record_table = ${name} and record_key in (${keys}) and id > ${last}
      order by id limit ${AT_ONCE}`)
    isMore = rows.length === AT_ONCE
    last = rows.at(-1)?.id ?? last
    for (const { id, changes } of rows) {
      const stripped = strip(changes, columns)
      if (stripped === undefined) continue
      await database.query(sql`update tenon_audits set changes = ${stripped} where id = ${id}`)
      changed += 1
    }
  }
  return changed
}

/** Deletes the audit entries of deleted rows. */
export async function dropAudits(entity: Entity, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const { name, database } = entity.table
  const dropped = await databaseOf(database).query(sql`
    delete from tenon_audits where record_table = ${name} and record_key in (${keys}) returning id`)
  return dropped.length
}

/** Whether a model is audited and the table of entries exists. */
export async function hasAudits({ bulkAudit, table }: Entity): Promise<boolean> {
  return bulkAudit !== undefined && (await hasTable(databaseOf(table.database), auditTable.name))
}

/** Replaces the person in audit entries by "a user": a database may give the key to another person. */
export async function forgetActors(person: KnownPerson): Promise<void> {
  for (const name of databasesOf(person)) await forgetActor(name, person)
}

function databasesOf({ whose }: KnownPerson): readonly (string | undefined)[] {
  return [...new Set(whose.listed.map(({ table }) => table.database))]
}

/** Returns the changes without the columns; `undefined` if they contain none of them. */
function strip(changes: string, columns: readonly string[]): string | undefined {
  // Sound: `AuditEntries` has written the text.
  const { values, others } = JSON.parse(changes) as {
    readonly values: Readonly<Record<string, unknown>>
    readonly others: readonly string[]
  }
  const found = columns.filter((column) => column in values)
  if (found.length === 0) return undefined
  const kept = Object.entries(values).filter(([column]) => !found.includes(column))
  return JSON.stringify({ values: Object.fromEntries(kept), others: [...others, ...found] })
}
