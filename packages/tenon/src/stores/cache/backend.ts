import type { EntryTable } from './entries.ts'
import type { LockTable } from './locks.ts'
import type { QuotaTable } from './quotas.ts'

/** The storage of a store: the memory of this process, or a server shared by replicas. */
export interface Backend {
  readonly entries: EntryTable
  /** Entries that Tenon keeps for itself. `clear()` of `entries` does not touch them. */
  readonly ownEntries: EntryTable
  readonly locks: LockTable
  readonly quotas: QuotaTable
  readonly state: StoreState
  close(): void
}

/**
 * `memory` if replicas share nothing; `connected`, `full` (it refuses to store more) or `away` (no answer) for a
 * server.
 */
export type StoreState = 'memory' | 'connected' | 'full' | 'away'
