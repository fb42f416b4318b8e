import type { Settings } from '../config/settings.ts'

/**
 * Ignores SIGUSR1 and SIGUSR2 in production.
 *
 * SIGUSR1 would open the inspector: anyone who may send signals could then run code with the
 * process's secrets. SIGUSR2 would end the process, although tools send it for a restart or a
 * heap snapshot; `--heapsnapshot-signal=SIGUSR2` still works. Disposing restores Node's behaviour.
 */
export function ignoreDebugSignals({ isProduction }: Pick<Settings, 'isProduction'>): Disposable {
  const ignore = (): void => {}
  if (isProduction) process.on('SIGUSR1', ignore).on('SIGUSR2', ignore)
  return { [Symbol.dispose]: () => void process.off('SIGUSR1', ignore).off('SIGUSR2', ignore) }
}
