import type { Log } from '../../base/log/log.ts'

/**
 * Shuts the process down cleanly after an uncaught exception or rejection.
 *
 * Logs it, calls `stop`, and sets `process.exitCode` to 1. Code that runs after such an exception
 * cannot be trusted.
 */
export function stopOnUncaughtException(log: Log, stop: () => void): Disposable {
  const onUncaught = (error: unknown): void => {
    log.fatal('Uncaught exception; the process stops', { error })
    process.exitCode = 1
    stop()
  }
  process.on('uncaughtException', onUncaught)
  return { [Symbol.dispose]: () => void process.off('uncaughtException', onUncaught) }
}
