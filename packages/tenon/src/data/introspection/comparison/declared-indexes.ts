import { indexName } from '../../columns/object-names.ts'
import type { CreateIndex, Operation } from '../../migrations/operation.ts'

/** The indexes that exist after all operations, except those that columns declare. */
export function declaredIndexes(operations: readonly Operation[]): readonly CreateIndex[] {
  return operations.reduce(applyToIndexes, [] as readonly CreateIndex[])
}

function applyToIndexes(
  indexes: readonly CreateIndex[],
  operation: Operation,
): readonly CreateIndex[] {
  // Other operations do not change indexes.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (operation.kind) {
    case 'createIndex':
      return [...indexes, operation]
    case 'dropIndex':
      return indexes.filter((index) => indexName(index) !== indexName(operation))
    case 'dropTable':
      return indexes.filter(({ table }) => table !== operation.table)
    case 'dropColumn':
      return indexes.filter(
        ({ table, columns }) => table !== operation.table || !columns.includes(operation.column),
      )
    case 'renameTable':
      return indexes.map((index) =>
        index.table === operation.from ? { ...index, table: operation.to } : index,
      )
    case 'renameColumn':
      return indexes.map((index) =>
        index.table === operation.table ? renamed(index, operation) : index,
      )
    default:
      return indexes
  }
}

function renamed(
  index: CreateIndex,
  { from, to }: { readonly from: string; readonly to: string },
): CreateIndex {
  return { ...index, columns: index.columns.map((column) => (column === from ? to : column)) }
}
