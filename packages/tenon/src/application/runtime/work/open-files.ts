import { registerStorage } from '../../../stores/storage/current-storage.ts'
import type { FileStore } from '../../../stores/storage/file-store.ts'
import { variantQueues } from '../../../stores/storage/pictures/variant-queue.ts'
import { queueVariants } from '../../../work/files/variants-job.ts'

/**
 * Makes the store of files at a URL, or an application's own one, this process's current one, and has jobs make the
 * variants of its pictures. Throws `E_STORAGE_URL` for a malformed URL.
 */
export function openFiles(place: string | FileStore): Disposable {
  const opened = new DisposableStack()
  opened.use(registerStorage(place))
  opened.defer(variantQueues.register(queueVariants))
  return opened
}
