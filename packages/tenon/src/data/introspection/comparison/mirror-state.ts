import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { mirrorTriggers } from '../../migrations/sql/mirror-sides.ts'
import type { Schema } from '../../migrations/difference/schema.ts'
import type { Remark } from '../catalog-table.ts'

/** A former column and the columns that replace it. Triggers copy each write from one side to the other. */
export interface OpenMirror {
  readonly table: string
  readonly from: string
  readonly to: readonly string[]
}

/** The mirrors of a database, compared with the declared ones. */
export interface MirrorState {
  /** Declared and present: they wait for the migration that drops the former column. */
  readonly open: readonly OpenMirror[]
  /** Declared, but missing or disabled. */
  readonly missing: readonly OpenMirror[]
  /** Present, but not declared. */
  readonly undeclared: readonly { readonly table: string; readonly trigger: string }[]
}

/** Compares the mirrors of a schema with the triggers of a database. */
export async function readMirrorState(schema: Schema, database: Database): Promise<MirrorState> {
  const triggers = await readTriggers(database)
  const found = new Set(triggers.map(({ trigger }) => trigger))
  const declared = [...schema].flatMap(([table, { mirrors = [] }]) =>
    mirrors.map(({ from, to }) => ({ table, from, to: Object.keys(to) })),
  )
  const triggersOf = ({ table, from }: OpenMirror) => mirrorTriggers(table, from, database.dialect)
  const isThere = (mirror: OpenMirror) => triggersOf(mirror).every((name) => found.has(name))
  const known = new Set(declared.flatMap(triggersOf))
  return {
    open: declared.filter(isThere),
    missing: declared.filter((mirror) => !isThere(mirror)),
    undeclared: triggers.filter(({ trigger }) => !known.has(trigger)),
  }
}

/** Lists mirrors that differ from the declared ones, each with advice. */
export function compareMirrors({ missing, undeclared }: MirrorState): readonly Remark[] {
  return [
    ...missing.map(({ table, from, to }) => ({
      place: `${table}.${from}`,
      text: `the trigger that writes it to ${to.join(', ')} and back is missing or turned off, so one version of the code does not see what the other writes. Run migrate if its migration is pending; otherwise create it with createMirror(), and run fillMirror() in a migration of its own.`,
    })),
    ...undeclared.map(({ table, trigger }) => ({
      place: table,
      text: `the trigger ${trigger} writes a former column, and is not declared. Declare the new column with was() as long as the version before may run, or a newer version has begun the change. Otherwise run make:migration, which drops the trigger.`,
    })),
  ]
}

/** Reads the triggers of mirrors, without disabled ones. */
function readTriggers(
  database: Database,
): Promise<{ readonly table: string; readonly trigger: string }[]> {
  return database.query(
    database.dialect === 'sqlite'
      ? sql`select tbl_name as "table", name as trigger from sqlite_schema
          where type = 'trigger' and substr(name, 1, 13) = 'tenon_mirror_' order by name`
      : sql`select c.relname::text as "table", t.tgname::text as trigger
          from pg_trigger t join pg_class c on c.oid = t.tgrelid
          where pg_table_is_visible(c.oid) and not t.tgisinternal and t.tgenabled in ('O', 'A')
            and starts_with(t.tgname, 'tenon_mirror_') order by t.tgname`,
  )
}
