import type { ColumnDefinition } from '../../columns/column.ts'
import { c } from '../../columns/columns.ts'
import { type AnyRelation, type PivotTable, Relation } from '../../relations/relation.ts'
import { type ModelTable, type Schema, storedPart, type TableSchema } from './schema.ts'

/**
 * The pivot tables of the models' many-to-many relations.
 *
 * A pair is unique, and it is deleted with either of its records. If both sides declare the relation, the
 * table has the additional columns of both sides.
 */
export function pairTablesOf(models: Iterable<ModelTable>): Schema {
  const tables = new Map<string, TableSchema>()
  for (const model of models) {
    for (const relation of relationsOf(model)) {
      const pivot = relation.pivot?.()
      if (pivot === undefined || pivot.model !== undefined) continue
      const found = tables.get(pivot.table)
      const own = toTable(pivot, model, relation.target())
      const columns = { ...found?.columns, ...own.columns, ...found?.columns }
      tables.set(pivot.table, { ...own, ...found, columns })
    }
  }
  return tables
}

function relationsOf(model: ModelTable): readonly AnyRelation[] {
  return Object.values(model).filter((field) => field instanceof Relation)
}

function toTable(pivot: PivotTable, owner: ModelTable, target: ModelTable): TableSchema {
  const { localColumn, targetColumn } = pivot
  const further = pivot.columns.map(({ name, definition }) => [name, storedPart(definition)])
  return {
    columns: {
      [localColumn]: keyOf(owner),
      // It needs an index, because the primary key starts with the other column.
      [targetColumn]: { ...keyOf(target), index: true },
      ...Object.fromEntries(further),
    },
    primaryKey: [localColumn, targetColumn],
    hasModel: false,
  }
}

/** A column that holds a model's keys. */
function keyOf({ table, columns }: ModelTable): ColumnDefinition {
  const [name, key] = Object.entries(columns).find((each) => each[1].definition.primaryKey) ?? []
  const plain = c.integer().references(`${table}.${name}`, { onDelete: 'cascade' }).definition
  return { ...plain, type: key?.definition.type ?? plain.type }
}
