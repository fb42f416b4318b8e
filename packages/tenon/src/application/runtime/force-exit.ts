import type { Log } from '../../base/log/log.ts'

const patienceMs = 1000

/**
 * Ends the process if something still keeps it alive a second after it has stopped, for example an interval in a
 * module. A process that exits by itself is left alone.
 */
export function forceExit(log: Log): void {
  setTimeout(() => {
    log.warn('Everything has stopped, but something keeps the process alive: exiting now', {
      active: process.getActiveResourcesInfo(),
    })
    process.exit()
  }, patienceMs).unref()
}
