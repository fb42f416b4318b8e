import { Ambient } from '../../base/support/ambient.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { DiskBackend } from './disk-backend.ts'
import type { FileStore } from './file-store.ts'
import { parseStorageUrl, type StorageUrl } from './storage-url.ts'

/** The files of the running application. Loads and opens nothing before the first use of a disk. */
class Storage implements Disposable {
  readonly #open: () => Promise<DiskBackend>
  #opened: Promise<DiskBackend> | undefined

  constructor(open: () => Promise<DiskBackend>) {
    this.#open = open
  }

  store(): Promise<DiskBackend> {
    return (this.#opened ??= this.#open())
  }

  [Symbol.dispose](): void {
    this.#opened?.then(
      (store) => store[Symbol.dispose](),
      () => {}, // it was never open, and the call that tried to open it got the error
    )
  }
}

/** Opens the store of a URL. Does not connect. */
export async function openStore(url: StorageUrl): Promise<DiskBackend> {
  if (url.kind === 'folder') {
    const { FolderStore } = await import('./served/folder-store.ts')
    const { ServedFiles } = await import('./served/served-files.ts')
    const folder = new FolderStore(url.folder)
    return new ServedFiles(folder, folder)
  }
  const { openBucket } = await import('./s3/bucket-store.ts')
  return openBucket(url)
}

const storages = new Ambient<Storage>()

/** Opens an application's own store. */
export async function openCustomStore(files: FileStore): Promise<DiskBackend> {
  const { ServedFiles } = await import('./served/served-files.ts')
  return new ServedFiles(files)
}

/**
 * Makes a URL, or an application's own store, the storage of this process until it is disposed. Throws `E_STORAGE_URL`
 * for a malformed URL.
 */
export function registerStorage(place: string | FileStore): Disposable {
  const storage = new Storage(toOpening(place))
  const forget = storages.register(storage)
  return {
    [Symbol.dispose]() {
      forget()
      storage[Symbol.dispose]()
    },
  }
}

function toOpening(place: string | FileStore): () => Promise<DiskBackend> {
  if (typeof place === 'object') return () => openCustomStore(place)
  const url = parseStorageUrl(place)
  return () => openStore(url)
}

/** Returns the store of the current call. Throws `E_NO_STORAGE` if no application has been started. */
export function currentStore(): Promise<DiskBackend> {
  const storage = storages.get()
  if (storage !== undefined) return storage.store()
  throw new SetupError(
    'E_NO_STORAGE',
    'A disk was used before an application was started. Use disks from handlers, tasks, jobs and commands.',
  )
}
