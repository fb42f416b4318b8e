import { assertIdentifier } from '../columns/identifier.ts'
import type { IndexSql, Mirror, MirrorChange, RunSql, SqlByDialect } from './operation.ts'
import { type MirrorSql, toSides } from './sql/mirror-sides.ts'
import { postgresMirror } from './sql/postgres-mirror.ts'
import { sqliteMirror } from './sql/sqlite-mirror.ts'

/** How the columns of a mirror are computed from each other, if their values differ. */
export interface MirrorValues {
  /** The new columns, each with the SQL that computes it from the old column: one text, or one for each database. */
  readonly to: Readonly<Record<string, IndexSql>>
  /** The SQL that computes the old column from the new ones. */
  readonly back: IndexSql
}

/**
 * Creates a trigger that copies writes from an old column to the columns that replace it, and back:
 * `createMirror('tickets', 'title', 'subject')`. A version of the code that uses the old column and one that uses the
 * new columns can then run at the same time.
 *
 * SQL in `to` names columns without a table, must not fail for any row, and is executed unchanged: never build it from
 * user input. Throws `E_IDENTIFIER` for a name with special characters.
 */
export function createMirror(table: string, from: string, to: string | MirrorValues): RunSql {
  const change = mirrorChange('createMirror', table, toMirror(from, to))
  const { create, drop } = texts(change)
  return { kind: 'execute', up: create, down: drop, mirror: change }
}

/**
 * Fills the new columns of a mirror in existing rows. On PostgreSQL it works in portions, outside a transaction. It
 * must be the only operation of its migration. Rolling it back changes nothing.
 */
export function fillMirror(table: string, from: string, to: string | MirrorValues): RunSql {
  const change = mirrorChange('fillMirror', table, toMirror(from, to))
  return { kind: 'execute', up: texts(change).fill, down: nothing, mirror: change }
}

/** Drops the trigger of a mirror. Rolling it back creates the trigger and computes the old column from the new ones. */
export function dropMirror(table: string, from: string, to: string | MirrorValues): RunSql {
  const change = mirrorChange('dropMirror', table, toMirror(from, to))
  const { drop, createAgain } = texts(change)
  return { kind: 'execute', up: drop, down: createAgain, mirror: change }
}

/** The change that undoes another; `undefined` if there is nothing to undo. */
export function inverseOfMirror(change: MirrorChange): MirrorChange | undefined {
  if (change.call === 'fillMirror') return undefined
  return { ...change, call: change.call === 'createMirror' ? 'dropMirror' : 'createMirror' }
}

/** Creates a mirror. If only the name of a column is given, both columns have the same values. */
export function toMirror(from: string, to: string | MirrorValues): Mirror {
  if (typeof to !== 'string') return { from, to: to.to, back: to.back }
  return { from, to: { [to]: `"${from}"` }, back: `"${to}"` }
}

/** The new column of a mirror whose two columns have the same values; `undefined` for any other mirror. */
export function plainTarget({ from, to, back }: Mirror): string | undefined {
  const [name = '', second] = Object.keys(to)
  const isPlain = second === undefined && to[name] === `"${from}"` && back === `"${name}"`
  return isPlain ? name : undefined
}

function mirrorChange(call: MirrorChange['call'], table: string, mirror: Mirror): MirrorChange {
  for (const name of [table, mirror.from, ...Object.keys(mirror.to)]) assertIdentifier(name)
  return { call, table, mirror }
}

const nothing = { sqlite: '', postgres: '' }

function texts(change: MirrorChange): Readonly<Record<keyof MirrorSql, SqlByDialect>> {
  const sqlite = sqliteMirror(toSides(change, 'sqlite'))
  const postgres = postgresMirror(toSides(change, 'postgres'))
  const both = (part: keyof MirrorSql): SqlByDialect => ({
    sqlite: sqlite[part],
    postgres: postgres[part],
  })
  return {
    create: both('create'),
    fill: both('fill'),
    drop: both('drop'),
    createAgain: both('createAgain'),
  }
}
