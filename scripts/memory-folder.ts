import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps the files of this folder in memory. */
const inMemory = '/dev/shm'

/** A whole run has up to 2 GB of files at a time, most of them for the tests of a release. */
const neededBytes = 8 * 2 ** 30

/**
 * Makes a folder in memory the temporary folder of this process and its children, if there is enough space. For the
 * 5,276 files of the package, ext4 needs 2.6 s of CPU on a disk, and Linux 0.1 s in memory. The folder is removed when
 * this process ends. Files that outlive a run go into `TEST_LASTING`, the original temporary folder.
 */
export function useMemoryFolder(): void {
  if (!isRoomy()) return
  const folder = mkdtempSync(join(inMemory, 'tenon-test-'))
  // The permissions of /tmp: some tests start programs as another user.
  chmodSync(folder, 0o1777)
  process.env['TEST_LASTING'] ??= tmpdir()
  process.env['TMPDIR'] = folder

  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}

/** Whether the folder exists and may hold programs, and whether it and the memory (of the container) have space. */
function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return allowsPrograms() && Math.min(bavail * bsize, process.availableMemory()) > neededBytes
  } catch {
    return false // Not Linux.
  }
}

function allowsPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.find((line) => line.split(' ')[1] === inMemory)?.split(' ')[3]
  return options !== undefined && !options.split(',').includes('noexec')
}
