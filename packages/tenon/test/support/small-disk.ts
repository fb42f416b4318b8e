import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'

/** A disk on which a process soon runs out of space. */
export interface SmallDisk {
  /** The command to run the process through. */
  readonly through: readonly string[]
  /** Frees space for the process. */
  readonly makeRoom: (pid: number) => void
}

/**
 * Mounts a disk at `folder`, with the folder's files and a ballast that fills half of it. If this
 * process may not mount one, as in some containers, limits the size of its files instead.
 */
export function createSmallDisk(folder: string, kilobytes: number): SmallDisk {
  return canMount() ? mounted(folder, kilobytes) : limited(kilobytes)
}

const mount = 'mount -t tmpfs -o size="$1" tenon "$2"'

function canMount(): boolean {
  try {
    const words = ['-rm', 'sh', '-c', mount, 'sh', '64k', '/mnt']
    execFileSync('unshare', words, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function mounted(folder: string, kilobytes: number): SmallDisk {
  const script = [
    'cp -r "$2" "$2.copy"',
    mount,
    'cp -r "$2.copy"/. "$2"',
    'rm -r "$2.copy"',
    'head -c "$3" /dev/zero > "$2/ballast"',
    'shift 3',
    'exec "$@"',
  ].join(' && ')
  const ballastBytes = String((kilobytes / 2) * 1024)
  return {
    through: ['unshare', '-rm', 'sh', '-c', script, 'sh', `${kilobytes}k`, folder, ballastBytes],
    makeRoom: (pid) => rmSync(`/proc/${pid}/root${folder}/ballast`),
  }
}

function limited(kilobytes: number): SmallDisk {
  return {
    through: ['prlimit', `--fsize=${(kilobytes / 2) * 1024}:`],
    makeRoom: (pid) => void execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:']),
  }
}
