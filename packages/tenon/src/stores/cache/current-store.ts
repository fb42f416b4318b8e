import { Ambient } from '../../base/support/ambient.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Cache } from './cache.ts'
import type { Lock, LockOptions } from './lock.ts'
import type { Store } from './store.ts'

/** The store of the running application. */
export const stores = new Ambient<Store>()

/**
 * Returns the store of the current call. Throws `E_NO_STORE` if no application has been started.
 */
export function currentStore(): Store {
  const store = stores.get()
  if (store !== undefined) return store
  throw new SetupError(
    'E_NO_STORE',
    'The cache, a lock or a limit was used before an application was started. Use them from handlers, tasks and commands. A script becomes one: write a command, and list it in application({ commands }).',
  )
}

/**
 * The cache of the running application: shared by all replicas if `REDIS_URL` is set, otherwise in
 * the memory of this process.
 */
export const cache: Pick<Cache, keyof Cache> = {
  fetch: (...call) => currentStore().cache.fetch(...call),
  get: (key) => currentStore().cache.get(key),
  has: (key) => currentStore().cache.has(key),
  set: (...call) => currentStore().cache.set(...call),
  delete: (key) => currentStore().cache.delete(key),
  increment: (...call) => currentStore().cache.increment(...call),
  of: (owner) => currentStore().cache.of(owner),
  clear: () => currentStore().cache.clear(),
  invalidateTags: (...tags) => currentStore().cache.invalidateTags(...tags),
}

/**
 * Returns a lock of the running application by name.
 *
 * With `REDIS_URL`, one caller among all replicas can hold it; otherwise, one caller in this
 * process.
 */
export function lock(name: string, options?: LockOptions): Lock {
  return currentStore().lock(name, options)
}
