import type { EntryTable } from './entries.ts'
import type { LockTable } from './locks.ts'
import type { QuotaTable } from './quotas.ts'

/** Where a store keeps its things: this process's memory, or a server that replicas share. */
export interface Backend {
  readonly entries: EntryTable
  readonly locks: LockTable
  readonly quotas: QuotaTable
  readonly state: StoreState
  close(): void
}

/** `memory` when nothing is shared; else whether the server answers. */
export type StoreState = 'memory' | 'connected' | 'away'
