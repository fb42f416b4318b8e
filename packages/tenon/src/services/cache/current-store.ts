import { Ambient } from '../support/ambient.ts'
import { SetupError } from '../support/setup-error.ts'
import type { Cache } from './cache.ts'
import type { Lock, LockOptions } from './lock.ts'
import type { Store } from './store.ts'

/** The store of the application that runs. */
export const stores = new Ambient<Store>()

/** The store around the current call. Throws `E_NO_STORE` before any application was started. */
export function currentStore(): Store {
  const store = stores.get()
  if (store !== undefined) return store
  throw new SetupError(
    'E_NO_STORE',
    'The cache, a lock or a limit was used before an application was started. Use them from handlers, tasks and commands.',
  )
}

/**
 * The cache of the running application: shared by all replicas with `REDIS_URL`, in this process's
 * memory without.
 */
export const cache: Pick<Cache, keyof Cache> = {
  fetch: (...call) => currentStore().cache.fetch(...call),
  get: (key) => currentStore().cache.get(key),
  has: (key) => currentStore().cache.has(key),
  set: (...call) => currentStore().cache.set(...call),
  delete: (key) => currentStore().cache.delete(key),
  increment: (...call) => currentStore().cache.increment(...call),
  invalidateTags: (...tags) => currentStore().cache.invalidateTags(...tags),
}

/**
 * A lock of the running application, by name: one holder among all replicas with `REDIS_URL`, among
 * the calls of this process without.
 */
export function lock(name: string, options?: LockOptions): Lock {
  return currentStore().lock(name, options)
}
