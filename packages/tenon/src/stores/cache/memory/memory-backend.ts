import type { Backend } from '../backend.ts'
import { MemoryEntries } from './memory-entries.ts'
import { MemoryLocks } from './memory-locks.ts'
import { MemoryQuotas } from './memory-quotas.ts'

/**
 * Creates a backend in the memory of this process. Entries use up to `limitBytes`, and Tenon's own entries as much
 * again.
 */
export function createMemoryBackend(limitBytes: number): Backend {
  return {
    entries: new MemoryEntries(limitBytes),
    ownEntries: new MemoryEntries(limitBytes),
    locks: new MemoryLocks(),
    quotas: new MemoryQuotas(),
    state: 'memory',
    close() {},
  }
}
