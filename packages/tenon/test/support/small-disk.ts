import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'

const mount = 'mount -t tmpfs -o size="$1" tenon "$2"'

/** Why no process of ours can have a disk of its own here; `undefined` when one can. */
export const whyNoSmallDisk: string | undefined = findObstacle()

/**
 * What to run a process through that finds a disk of its own at `folder`, with what the folder holds
 * and a ballast that `dropBallast` removes.
 */
export function onSmallDisk(folder: string, kilobytes: number): readonly string[] {
  const script = `cp -r "$2" "$2.copy" && ${mount} && cp -r "$2.copy"/. "$2" && rm -r "$2.copy" && head -c "$3" /dev/zero > "$2/ballast" && shift 3 && exec "$@"`
  const ballastBytes = String((kilobytes / 2) * 1024)
  return ['unshare', '-rm', 'sh', '-c', script, 'sh', `${kilobytes}k`, folder, ballastBytes]
}

/** Makes room on the disk of a process. */
export function dropBallast(pid: number, folder: string): void {
  rmSync(`/proc/${pid}/root${folder}/ballast`)
}

function findObstacle(): string | undefined {
  try {
    const words = ['-rm', 'sh', '-c', mount, 'sh', '64k', '/mnt']
    execFileSync('unshare', words, { stdio: 'ignore' })
    return undefined
  } catch {
    return 'needs unshare(1) and user namespaces, to give a process a small disk'
  }
}
