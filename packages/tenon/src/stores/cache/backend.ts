import type { EntryTable } from './entries.ts'
import type { LockTable } from './locks.ts'
import type { QuotaTable } from './quotas.ts'

/** The storage of a store: the memory of this process, or a server shared by replicas. */
export interface Backend {
  readonly entries: EntryTable
  /** What Tenon keeps for itself, which `clear()` of `entries` leaves alone. */
  readonly ownEntries: EntryTable
  readonly locks: LockTable
  readonly quotas: QuotaTable
  readonly state: StoreState
  close(): void
}

/** `memory` if nothing is shared; otherwise whether the server answers, and stores what it gets. */
export type StoreState = 'memory' | 'connected' | 'full' | 'away'
