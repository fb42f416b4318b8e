import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { Log } from '../../../base/log/log.ts'
import { ThrottledLog } from '../../../base/log/throttled-log.ts'

const intervalMs = 5000
/** The part of the limit above which the log warns. */
const warnAt = 0.8

/**
 * Warns before this process runs out of file descriptors. At the limit the kernel resets new connections, including
 * those of probes, and the process does not notice it.
 *
 * Works on Linux only: other systems do not list the descriptors of a process.
 */
export function watchDescriptors(log: Log): Disposable {
  const limit = findDescriptorLimit()
  const line = new ThrottledLog(log, 'warn')
  const look = async (): Promise<void> => {
    const used = (await readdir('/proc/self/fd').catch(() => [])).length
    if (limit === undefined || used < limit * warnAt) return
    line.write(
      `${used} of ${limit} file descriptors are in use: at the limit new connections are reset. Raise it with "ulimit -n", or LimitNOFILE of the systemd unit`,
      { used, limit },
    )
  }
  const timer = setInterval(() => void look(), intervalMs).unref()
  if (limit === undefined) clearInterval(timer)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** How many files and connections this process may have open; `undefined` if unknown. */
export function findDescriptorLimit(): number | undefined {
  try {
    const [, limit] =
      /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined // Not Linux, or /proc is hidden.
  }
}
