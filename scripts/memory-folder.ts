import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps the files of this folder in memory. */
const inMemory = '/dev/shm'

/** A whole run has up to 2 GB of files at a time, most of them of the applications that a release is tested with. */
const neededBytes = 8 * 2 ** 30

/**
 * Makes a folder in memory the temporary folder of this process, and of those that it starts, if there is space for
 * it: on a disk, ext4 needs 2.6 s of CPU for the 5,276 files of the package, in memory Linux needs 0.1 s. It is removed
 * when this process ends. What outlives a run goes into `TEST_LASTING`, the temporary folder until then.
 */
export function useMemoryFolder(): void {
  if (!isRoomy()) return
  const folder = mkdtempSync(join(inMemory, 'tenon-test-'))
  // As /tmp: some tests start programs as another user.
  chmodSync(folder, 0o1777)
  process.env['TEST_LASTING'] ??= tmpdir()
  process.env['TMPDIR'] = folder

  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}

/** Whether the folder is there, can hold programs, and has space, as has the memory, which a container may limit. */
function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return allowsPrograms() && Math.min(bavail * bsize, process.availableMemory()) > neededBytes
  } catch {
    return false // Another system than Linux.
  }
}

function allowsPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.find((line) => line.split(' ')[1] === inMemory)?.split(' ')[3]
  return options !== undefined && !options.split(',').includes('noexec')
}
