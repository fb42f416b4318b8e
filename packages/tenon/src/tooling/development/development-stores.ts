import type { ApplicationOptions } from '../../application/runtime/application-options.ts'
import { openFiles } from '../../application/runtime/work/open-files.ts'
import type { Settings } from '../../application/config/settings.ts'
import type { Log } from '../../base/log/log.ts'
import { outsideTransactions } from '../../data/database/current-database.ts'
import { stores } from '../../stores/cache/current-store.ts'
import { createStore } from '../../stores/cache/store.ts'

/** The stores of cache and files in development: the application's own, or else those in the settings. */
export class DevelopmentStores implements Disposable {
  readonly #log: Log
  readonly #opened = new DisposableStack()
  #custom = new DisposableStack()

  constructor(log: Log) {
    this.#log = log
  }

  static async open({ redisUrl, storageUrl }: Settings, log: Log): Promise<DevelopmentStores> {
    const opened = new DevelopmentStores(log)
    const store = opened.#opened.use(
      await createStore({ redisUrl, log, inBackground: outsideTransactions }),
    )
    opened.#opened.defer(stores.register(store))
    opened.#opened.use(openFiles(storageUrl))
    return opened
  }

  /** Uses the stores of an application instead of those of the previous version. */
  async use({ cache, storage }: ApplicationOptions): Promise<void> {
    const [before, custom] = [this.#custom, new DisposableStack()]
    if (cache?.store !== undefined) {
      const options = { redisUrl: undefined, log: this.#log, inBackground: outsideTransactions }
      const store = custom.use(await createStore({ ...options, store: cache.store }))
      custom.defer(stores.register(store))
    }
    if (storage?.store !== undefined) custom.use(openFiles(storage.store))
    this.#custom = custom
    before.dispose()
  }

  [Symbol.dispose](): void {
    this.#custom.dispose()
    this.#opened.dispose()
  }
}
