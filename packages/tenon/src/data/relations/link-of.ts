import type { Table, TableColumn } from '../columns/table.ts'
import type { Condition, Link, LinkType } from '../queries/condition.ts'
import { constant } from '../queries/parameter.ts'
import { type Entity, entityOf } from '../records/entity.ts'
import { fieldsOf } from '../records/record.ts'
import type { Values } from '../records/write.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { AnyRelation, ModelBetween, PivotTable } from './relation.ts'

/**
 * The columns that link both sides.
 *
 * Throws `E_COLUMN_UNKNOWN` if one of them is not declared, `E_RELATION_TYPE` if a foreign key's type
 * differs from that of its key, `E_COLUMN_NOT_UNIQUE` for a key that may match several records, and
 * `E_RELATION_DATABASE` if the tables are in different databases.
 */
export function linkOf(owner: Entity, relation: AnyRelation): Link {
  const { table } = owner
  const { kind, pivot, between } = relation
  const target = entityOf(relation.target()).table
  assertOneDatabase(table, target)
  if (pivot !== undefined) return linkByPivot(table, target, pivot())
  if (between !== undefined) return linkThrough(table, target, between)
  if (kind === 'belongsTo') return linkToKey(table, target, relation)
  return reverseLink(linkToKey(target, table, relation), target)
}

/** A query reads one database, so it cannot join two. */
function assertOneDatabase(table: Table, other: Table): void {
  if (table.database === other.database) return
  throw new SetupError(
    'E_RELATION_DATABASE',
    `"${table.name}" is in ${describeDatabase(table)} and "${other.name}" in ${describeDatabase(other)}, and no query can read both. Store the key, and find the records with a query of their own.`,
  )
}

function describeDatabase({ database }: Table): string {
  return database === undefined ? 'the default database' : `the database "${database}"`
}

/** The link from the other side; `table` is the one that the given link starts from. */
export function reverseLink({ pairs, type, through }: Link, table: Table): Link {
  return {
    target: table,
    pairs: pairs.map(({ local, target }) => ({ local: target, target: local })),
    type: type && { ...type, side: type.side === 'local' ? 'target' : 'local' },
    through: through && {
      ...through,
      localColumn: through.targetColumn,
      targetColumn: through.localColumn,
    },
  }
}

/** The values that make a record of the target belong to this record. */
export function valuesWithin({ pairs, type }: Link, owner: object): Values {
  const fields = fieldsOf(owner)
  const key = Object.fromEntries(pairs.map(({ local, target }) => [target, fields[local]]))
  return type === undefined ? key : { ...key, [type.column.name]: type.value }
}

/** The condition that rows of the target refer to the table that the link starts from. */
export function typeCondition(type: LinkType | undefined): Condition | undefined {
  if (type?.side !== 'target') return undefined
  const { column, value } = type
  return { kind: 'compare', column, operator: '=', parameter: constant(value) }
}

/** The link from the table that holds a foreign key to the one that it refers to. */
function linkToKey(holder: Table, held: Table, relation: AnyRelation): Link {
  const { foreignKey, type } = relation
  const keys = relation.key === undefined ? held.keys : [held.uniqueColumn(relation.key)]
  const pairs = foreignKey.map((local, i) => {
    const key = keys[i]
    if (key === undefined || keys.length !== foreignKey.length) throw otherCount(held, keys)
    return { local, target: keyHeldBy(holder, local, { held, key }) }
  })
  const column = type === undefined ? undefined : typeHeldBy(holder, type, held)
  return {
    target: held,
    pairs,
    type: column && { side: 'local', column, value: held.name },
    through: undefined,
  }
}

function otherCount({ name }: Table, keys: readonly TableColumn[]): SetupError {
  return new SetupError(
    'E_RELATION_TYPE',
    `A foreign key to "${name}" needs one column for each of: ${keys.map((key) => key.name).join(', ')}. Name them in this order.`,
  )
}

/** The column that holds the table of a polymorphic key. Throws `E_RELATION_TYPE` if it cannot hold its name. */
function typeHeldBy(holder: Table, name: string, held: Table): TableColumn {
  const column = holder.column(name)
  const { type, values, cast } = column.definition
  const canHold = type === 'text' && cast === undefined && (values?.includes(held.name) ?? true)
  if (canHold) return column
  throw new SetupError(
    'E_RELATION_TYPE',
    `"${holder.name}.${name}" cannot hold "${held.name}", the table of the records it refers to. Declare it as c.enum() with the tables of all of them, or as c.text().`,
  )
}

function linkByPivot(table: Table, target: Table, pivot: PivotTable): Link {
  const [key, targetKey] = [pivotKey(table), pivotKey(target)]
  const { localColumn, targetColumn, model } = pivot
  if (model !== undefined) {
    const { table: between } = entityOf(model)
    assertOneDatabase(table, between)
    keyHeldBy(between, localColumn, { held: table, key })
    keyHeldBy(between, targetColumn, { held: target, key: targetKey })
    if (between.deletedAt !== undefined) throw softlyDeleted(between)
  }
  const pair = { local: key.name, target: targetKey.name }
  const through = { table: pivot.table, localColumn, targetColumn, model: undefined }
  return { target, pairs: [pair], type: undefined, through }
}

function softlyDeleted({ name }: Table): SetupError {
  return new SetupError(
    'E_RELATION_KIND',
    `The model of the pivot table "${name}" cannot have softDeletes(), because a pair either exists or not. Remove it.`,
  )
}

/** The key that a pivot table can refer to. Throws `E_MODEL_KEY_COMPOSITE` if it has several columns. */
export function pivotKey(table: Table): TableColumn {
  return table.singleKey(
    'a relation through another table cannot lead to it. Declare the table in between as a model, with belongsTo() to both sides.',
  )
}

function linkThrough(
  table: Table,
  target: Table,
  { model, localColumn, targetColumn }: ModelBetween,
): Link {
  const between = entityOf(model()).table
  assertOneDatabase(table, between)
  const local = keyHeldBy(between, localColumn, { held: table, key: pivotKey(table) })
  const through = {
    table: between.name,
    localColumn,
    targetColumn: keyHeldBy(target, targetColumn, { held: between, key: pivotKey(between) }),
    model: between,
  }
  return { target, pairs: [{ local, target: targetColumn }], type: undefined, through }
}

interface Held {
  readonly held: Table
  readonly key: TableColumn
}

/** The name of the column that the foreign key of a table refers to. */
function keyHeldBy(holder: Table, foreignKey: string, { held, key }: Held): string {
  const { type, caseInsensitive } = holder.column(foreignKey).definition
  if (key.definition.caseInsensitive || caseInsensitive) throw foldedKey(held, key)
  if (type === key.definition.type) return key.name
  throw new SetupError(
    'E_RELATION_TYPE',
    `"${holder.name}.${foreignKey}" is ${type}, but holds keys of "${held.name}", which are ${key.definition.type}. Declare both with the same type.`,
  )
}

function foldedKey({ name }: Table, key: TableColumn): SetupError {
  return new SetupError(
    'E_RELATION_TYPE',
    `A relation to "${name}.${key.name}" cannot ignore case. Declare the column without caseInsensitive, or relate by the primary key.`,
  )
}
