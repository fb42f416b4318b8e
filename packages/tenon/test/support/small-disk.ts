import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'

/** A disk on which a process soon finds no more room. */
export interface SmallDisk {
  /** What to run the process through. */
  readonly through: readonly string[]
  /** Makes room for it. */
  readonly makeRoom: (pid: number) => void
}

/**
 * A disk of its own at `folder`, with what the folder holds and a ballast that fills half of it; where
 * no process of ours may have one, as in some containers, a limit on the size of its files instead.
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
