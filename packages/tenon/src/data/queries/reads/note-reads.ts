import { AsyncLocalStorage } from 'node:async_hooks'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { primary } from '../../drivers/replicas/read-scope.ts'
import { Reads, type ReadSet } from './read-set.ts'

const noting = new AsyncLocalStorage<Noting | undefined>()

interface Noting {
  readonly reads: Reads
  readonly outer: Noting | undefined
}

/** What a function returned, and what it read. */
export interface Noted<Value> {
  readonly value: Value
  readonly reads: ReadSet
}

/**
 * Runs a function and notes what models and queries read meanwhile. Raw SQL and Kysely are not seen.
 *
 * All reads go to the primary database, because a replica may not have the announced changes yet.
 */
export async function noteReads<Value>(body: () => MaybePromise<Value>): Promise<Noted<Value>> {
  const reads = new Reads()
  const value = await noting.run({ reads, outer: noting.getStore() }, () => primary(body))
  return { value, reads: reads.toSet() }
}

/** What the innermost `noteReads` has noted so far. */
export function readsSoFar(): ReadSet {
  return noting.getStore()?.reads.toSet() ?? {}
}

/** Whether the caller runs inside `noteReads`. */
export function isNoting(): boolean {
  return noting.getStore() !== undefined
}

/** Notes what a statement reads. */
export function noteReadSet(reads: ReadSet): void {
  for (let each = noting.getStore(); each !== undefined; each = each.outer) {
    each.reads.addAll(reads)
  }
}
