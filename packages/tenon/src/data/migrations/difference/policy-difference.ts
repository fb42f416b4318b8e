import { isDeepStrictEqual } from 'node:util'
import type { Operation, OwnerPolicy } from '../operation.ts'
import { createOwnerPolicy, dropOwnerPolicy } from './owner-policy.ts'
import type { Schema } from './schema.ts'

/** The policies to drop before all other changes, and those to create after them. */
export interface PolicyDifference {
  readonly dropped: readonly Operation[]
  readonly created: readonly Operation[]
}

/**
 * Compares the policies of owned tables. Unwanted policies are dropped first, because PostgreSQL does not
 * drop or alter a column that a policy names.
 */
export function policyDifference(before: Schema, moved: Schema, after: Schema): PolicyDifference {
  const dropped: Operation[] = []
  const created: Operation[] = []
  const kept = new Set<string>()
  for (const [name, { policy, hasModel, columns }] of before) {
    if (policy === undefined) continue
    const wanted = after.get(name)
    const isLeft = wanted === undefined ? !hasModel : isSame(moved.get(name)?.policy, wanted.policy)
    const column = moved.get(name)?.columns[policy.column] ?? columns[policy.column]
    const isTyped = wanted?.columns[wanted.policy?.column ?? '']?.type === column?.type
    if (isLeft && (wanted === undefined || isTyped)) kept.add(name)
    else dropped.push(dropOwnerPolicy(name, policy))
  }
  for (const [name, { policy }] of after) {
    if (policy !== undefined && !kept.has(name)) created.push(createOwnerPolicy(name, policy))
  }
  return { dropped, created: created.toSorted(ownersFirst) }
}

function isSame(one: OwnerPolicy | undefined, other: OwnerPolicy | undefined): boolean {
  return isDeepStrictEqual(one && { ...one }, other && { ...other })
}

/** Sorts policies that compare the owner before policies that depend on the owner's row. */
function ownersFirst(one: Operation, other: Operation): number {
  return depth(one) - depth(other)
}

function depth(operation: Operation): number {
  const policy = operation.kind === 'execute' ? operation.policy?.policy : undefined
  return policy?.through === undefined ? 0 : 1
}
