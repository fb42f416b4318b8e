import type { Log } from '../log/log.ts'

/**
 * Ends the process in order when an exception reached nobody, or a rejection: it is logged, `stop` is
 * called, and `process.exitCode` is 1. What runs after such an exception cannot be trusted.
 */
export function stopOnUncaughtException(log: Log, stop: () => void): Disposable {
  const onUncaught = (error: unknown): void => {
    log.fatal('An exception reached nobody; the process stops', { error })
    process.exitCode = 1
    stop()
  }
  process.on('uncaughtException', onUncaught)
  return { [Symbol.dispose]: () => void process.off('uncaughtException', onUncaught) }
}
