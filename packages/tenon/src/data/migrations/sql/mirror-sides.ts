import { mapValues } from '../../../base/support/values/map-values.ts'
import { fitIdentifier } from '../../columns/identifier.ts'
import type { Dialect } from '../../database/database.ts'
import { sqlIn, type MirrorChange } from '../operation.ts'

/** The two sides of a mirror, with the SQL of one database. */
export interface MirrorSides {
  /** The name of its trigger. */
  readonly name: string
  readonly table: string
  readonly from: string
  /** The SQL that computes each new column. */
  readonly to: Readonly<Record<string, string>>
  /** The SQL that computes the old column. The result is null if all new columns are null. */
  readonly back: string
}

/** The SQL that creates, fills and drops a mirror. */
export interface MirrorSql {
  readonly create: string
  readonly fill: string
  readonly drop: string
  /** Creates the mirror after the old column was dropped and added again. */
  readonly createAgain: string
}

export function toSides({ table, mirror }: MirrorChange, dialect: Dialect): MirrorSides {
  const { from } = mirror
  const name = mirrorName(table, from)
  const to = mapValues(mirror.to, (sql) => sqlIn(sql, dialect))
  const names = Object.keys(to)
  const areNull = names.map((column) => `"${column}" is null`).join(' and ')
  const given = sqlIn(mirror.back, dialect)
  const back = names.length === 1 ? given : `case when ${areNull} then null else ${given} end`
  return { name, table, from, to, back }
}

function mirrorName(table: string, from: string): string {
  return fitIdentifier(`tenon_mirror_${table}_${from}`)
}

/** The names of the triggers that make the mirror of a column. */
export function mirrorTriggers(table: string, from: string, dialect: Dialect): readonly string[] {
  const name = mirrorName(table, from)
  return dialect === 'sqlite' ? [`${name}_insert`, `${name}_update`] : [name]
}

/** Sets the new columns in the rows in which all of them are null. */
export function fillSql({ table, from, to }: MirrorSides, rows = 'true'): string {
  const changes = Object.entries(to).map(([name, sql]) => `"${name}" = ${sql}`)
  const missing = Object.keys(to).map((name) => `"${name}" is null`)
  const which = [rows, `"${from}" is not null`, ...missing].join(' and ')
  return `update "${table}" set ${changes.join(', ')} where ${which};`
}

/** Sets the old column of all rows. */
export function fillBackSql({ table, from, back }: MirrorSides): string {
  return `update "${table}" set "${from}" = ${back};`
}
