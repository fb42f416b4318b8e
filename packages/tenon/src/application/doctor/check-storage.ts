import { SetupError } from '../../base/support/setup-error.ts'
import { isThisMachine, toHost } from '../../base/support/values/url-host.ts'
import { openCustomStore, openStore } from '../../stores/storage/current-storage.ts'
import type { DiskBackend } from '../../stores/storage/disk-backend.ts'
import type { FileStore } from '../../stores/storage/file-store.ts'
import { parseStorageUrl, type StorageUrl } from '../../stores/storage/storage-url.ts'
import type { Settings } from '../config/settings.ts'
import { error, warning, when, type Finding } from './finding.ts'

/**
 * Checks that files can be stored: that the application's own store answers, or that the folder is writable or the
 * bucket answers. Throws `E_STORAGE_URL` if the URL cannot be parsed.
 */
export async function checkStorage(
  settings: Pick<Settings, 'storageUrl'>,
  custom?: FileStore,
): Promise<readonly Finding[]> {
  if (custom !== undefined) return examine('storage.store', () => openCustomStore(custom))
  const url = parseStorageUrl(settings.storageUrl)
  return [...checkEncryption(url), ...(await examine(variable, () => openStore(url)))]
}

const variable = 'STORAGE_URL'

function checkEncryption(url: StorageUrl): readonly Finding[] {
  const endpoint = url.kind === 'bucket' ? URL.parse(url.endpoint ?? '') : null
  const isClearText = endpoint?.protocol === 'http:' && !isThisMachine(toHost(endpoint))
  const problem = `Files are sent to ${endpoint?.hostname} unencrypted`
  return when(isClearText, warning(variable, problem, 'Use an endpoint with https.'))
}

async function examine(
  subject: string,
  open: () => Promise<DiskBackend>,
): Promise<readonly Finding[]> {
  try {
    using store = await open()
    const found = await store.examine(AbortSignal.timeout(10_000))
    if (found === undefined) return []
    const { isFatal, problem, remedy } = found
    return [isFatal ? error(subject, problem, remedy) : warning(subject, problem, remedy)]
  } catch (cause) {
    if (!(cause instanceof SetupError)) throw cause
    return [error(subject, cause.message, 'No file can be stored until this is fixed.')]
  }
}
