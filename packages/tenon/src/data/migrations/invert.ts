import { SetupError } from '../../base/support/setup-error.ts'
import { unreachable } from '../../base/support/unreachable.ts'
import { inverseOfMirror } from './mirror.ts'
import {
  describeOperation,
  type Operation,
  type OwnerPolicyChange,
  type SearchChange,
} from './operation.ts'

/**
 * Returns the operation that undoes another.
 *
 * Throws `E_MIGRATION_NOT_INVERTIBLE` for an operation that drops something without its definition, and for
 * `execute` without `down`.
 */
export function invert(operation: Operation): Operation {
  switch (operation.kind) {
    case 'createTable':
      return { kind: 'dropTable', table: operation.table, definition: operation }
    case 'dropTable':
      return operation.definition ?? notInvertible(operation, 'the columns of the table')
    case 'renameTable':
    case 'renameColumn':
      return { ...operation, from: operation.to, to: operation.from }
    case 'addColumn':
      return { ...operation, kind: 'dropColumn' }
    case 'alterColumn':
      return { ...operation, from: operation.to, to: operation.from }
    case 'dropColumn': {
      const definition = operation.definition ?? notInvertible(operation, 'the column it drops')
      return { ...operation, kind: 'addColumn', definition }
    }
    case 'createIndex':
      return { ...operation, kind: 'dropIndex' }
    case 'dropIndex':
      return { ...operation, kind: 'createIndex' }
    case 'addForeignKey':
      return { ...operation, kind: 'dropForeignKey' }
    case 'dropForeignKey': {
      const references = operation.references ?? notInvertible(operation, 'the key it drops')
      return { ...operation, kind: 'addForeignKey', references }
    }
    case 'execute': {
      const down = operation.down ?? notInvertible(operation, 'the SQL that undoes it')
      const { up, search, policy, mirror } = operation
      const mirrorBack = mirror && inverseOfMirror(mirror)
      return {
        kind: 'execute',
        up: down,
        down: up,
        ...(search && { search: inverse(search) }),
        ...(mirrorBack && { mirror: mirrorBack }),
        ...(policy && { policy: inverseOfPolicy(policy) }),
      }
    }
    default:
      return unreachable(operation)
  }
}

function notInvertible(operation: Operation, missing: string): never {
  throw new SetupError(
    'E_MIGRATION_NOT_INVERTIBLE',
    `${describeOperation(operation)} cannot be rolled back. Pass ${missing} as another argument, or say how to undo the migration: migration([…], { down: […] }).`,
  )
}

function inverseOfPolicy(policy: OwnerPolicyChange): OwnerPolicyChange {
  const isCreated = policy.call === 'createOwnerPolicy'
  return { ...policy, call: isCreated ? 'dropOwnerPolicy' : 'createOwnerPolicy' }
}

function inverse(search: SearchChange): SearchChange {
  const isCreated = search.call === 'createSearchIndex'
  return { ...search, call: isCreated ? 'dropSearchIndex' : 'createSearchIndex' }
}
