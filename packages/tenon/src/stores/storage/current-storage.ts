import { Ambient } from '../../base/support/ambient.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { FileStore } from './file-store.ts'
import { parseStorageUrl, type StorageUrl } from './storage-url.ts'

/** The files of the running application; nothing is loaded or opened before a disk is used. */
class Storage implements Disposable {
  readonly #open: () => Promise<FileStore>
  #opened: Promise<FileStore> | undefined

  constructor(url: StorageUrl) {
    this.#open = () => openStore(url)
  }

  store(): Promise<FileStore> {
    return (this.#opened ??= this.#open())
  }

  [Symbol.dispose](): void {
    this.#opened?.then(
      (store) => store[Symbol.dispose](),
      () => {}, // it was never open; the call that opened it has got the error
    )
  }
}

/** Opens the store of a URL; connects to nothing. */
export async function openStore(url: StorageUrl): Promise<FileStore> {
  if (url.kind === 'folder') {
    const { FolderStore } = await import('./folder-store.ts')
    return new FolderStore(url.folder)
  }
  const { openBucket } = await import('./s3/bucket-store.ts')
  return openBucket(url)
}

const storages = new Ambient<Storage>()

/** Makes `url` the storage of this process until it is disposed. Throws `E_STORAGE_URL`. */
export function registerStorage(url: string): Disposable {
  const storage = new Storage(parseStorageUrl(url))
  const forget = storages.register(storage)
  return {
    [Symbol.dispose]() {
      forget()
      storage[Symbol.dispose]()
    },
  }
}

/** Returns where files are stored. Throws `E_NO_STORAGE` if no application has been started. */
export function currentStore(): Promise<FileStore> {
  const storage = storages.get()
  if (storage !== undefined) return storage.store()
  throw new SetupError(
    'E_NO_STORAGE',
    'A disk was used before an application was started. Use disks from handlers, tasks, jobs and commands.',
  )
}
