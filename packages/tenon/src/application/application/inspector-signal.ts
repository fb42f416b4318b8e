import type { Settings } from '../config/settings.ts'

/**
 * Keeps SIGUSR1 from opening the inspector in production.
 *
 * Anyone who may send signals could then run code with the process's secrets. Disposing restores
 * Node's behaviour.
 */
export function refuseInspector({ isProduction }: Pick<Settings, 'isProduction'>): Disposable {
  const ignore = (): void => {}
  if (isProduction) process.on('SIGUSR1', ignore)
  return { [Symbol.dispose]: () => void process.off('SIGUSR1', ignore) }
}
