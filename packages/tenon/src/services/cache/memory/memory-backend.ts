import type { Backend } from '../backend.ts'
import { MemoryEntries } from './memory-entries.ts'
import { MemoryLocks } from './memory-locks.ts'
import { MemoryQuotas } from './memory-quotas.ts'

/** Makes a backend of this process's memory. Entries take up to `limitBytes`. */
export function createMemoryBackend(limitBytes: number): Backend {
  return {
    entries: new MemoryEntries(limitBytes),
    locks: new MemoryLocks(),
    quotas: new MemoryQuotas(),
    state: 'memory',
    close() {},
  }
}
