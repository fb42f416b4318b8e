import { mapValues } from '../../../base/support/values/map-values.ts'
import type { AddForeignKey, CreateTable, Operation } from '../operation.ts'
import type { Schema } from './schema.ts'

/**
 * Creates tables in an order in which each table comes after the tables that it refers to.
 *
 * If tables refer to each other in a cycle, the foreign keys that close the cycle come after the tables.
 */
export function createTables(schema: Schema): Operation[] {
  const begun = new Set<string>()
  const created = new Map<string, CreateTable>()
  const closing: AddForeignKey[] = []

  const visit = (table: string): void => {
    const found = schema.get(table)
    if (!found || begun.has(table)) return
    begun.add(table)

    for (const { references } of Object.values(found.columns)) {
      if (references) visit(references.table)
    }
    const isThere = (target: string): boolean =>
      target === table || created.has(target) || !schema.has(target)
    const columns = mapValues(found.columns, (definition, column) => {
      const { references } = definition
      if (!references || isThere(references.table)) return definition
      closing.push({ kind: 'addForeignKey', table, column, references })
      return { ...definition, references: undefined }
    })
    created.set(table, { kind: 'createTable', table, columns, primaryKey: found.primaryKey })
  }

  for (const table of [...schema.keys()].toSorted()) visit(table)
  return [...created.values(), ...closing]
}
