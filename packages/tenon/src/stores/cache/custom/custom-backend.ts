import type { Backend } from '../backend.ts'
import type { CacheStore } from './cache-store.ts'
import { CustomEntries } from './custom-entries.ts'
import { CustomLocks } from './custom-locks.ts'
import { CustomQuotas } from './custom-quotas.ts'
import { GuardedStore, type GuardedStoreOptions } from './guarded-store.ts'

/** Creates a backend on an application's own store. */
export function createCustomBackend(store: CacheStore, options: GuardedStoreOptions): Backend {
  const guarded = new GuardedStore(store, options)
  return {
    entries: new CustomEntries(guarded, ''),
    ownEntries: new CustomEntries(guarded, 'own:'),
    locks: new CustomLocks(guarded),
    quotas: new CustomQuotas(guarded),
    get state() {
      return guarded.isAway ? 'away' : 'connected'
    },
    // The application opened the store, and closes it.
    close() {},
  }
}
