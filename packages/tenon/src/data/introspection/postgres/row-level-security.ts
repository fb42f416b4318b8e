import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { OWNER_POLICY } from '../../migrations/difference/owner-policy.ts'

/** The state of row level security in a PostgreSQL database. */
export interface RowLevelSecurityState {
  /** Why policies do not apply to the connection's role; `undefined` if they do. */
  readonly bypassedBy: 'superuser' | 'bypassrls' | undefined
  /** The tables whose rows everyone sees: they have no owner policy, or row level security is turned off. */
  readonly unguarded: readonly string[]
  /** All tables with an owner policy in force, also those that were not asked for. */
  readonly guarded: readonly string[]
}

/** Reads the state for these tables; `undefined` on SQLite, which has no row level security. */
export async function readRowLevelSecurity(
  database: Database,
  tables: Iterable<string>,
): Promise<RowLevelSecurityState | undefined> {
  if (database.dialect === 'sqlite') return undefined
  const [role] = await database.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
    sql`select rolsuper, rolbypassrls from pg_roles where rolname = current_user`,
  )
  const rows = await database.query<{ name: string; guarded: boolean }>(sql`
    select c.relname::text as name, c.relrowsecurity and c.relforcerowsecurity and exists (
      select from pg_policy p where p.polrelid = c.oid and p.polname = ${OWNER_POLICY}) as guarded
    from pg_class c where pg_table_is_visible(c.oid) and c.relkind in ('r', 'p')`)
  const guarded = new Set(rows.filter((row) => row.guarded).map(({ name }) => name))
  const found = new Set(rows.map(({ name }) => name))
  return {
    bypassedBy: role?.rolsuper ? 'superuser' : role?.rolbypassrls ? 'bypassrls' : undefined,
    unguarded: [...tables].filter((name) => found.has(name) && !guarded.has(name)),
    guarded: [...guarded],
  }
}
