import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ServerEngine } from '../../src/web/server/engine/server-engine.ts'
import type { Usage } from './soak-program.ts'

/** A server in a separate process. */
export interface SoakServer extends Disposable {
  readonly port: number
  usage(): Promise<Usage>
  /** Stops it and returns its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts a server whose young generation does not grow: how far it has grown when it is measured depends on the load of the
 * machine, and amounts to as much memory as 2,000 idle connections.
 */
export async function startSoakServer(engine: ServerEngine): Promise<SoakServer> {
  const child = fork(join(import.meta.dirname, 'soak-program.ts'), {
    execArgv: ['--conditions=source', '--expose-gc', '--max-semi-space-size=1'],
    env: { ...process.env, SERVER_ENGINE: engine },
  })
  const [port]: number[] = await once(child, 'message')
  if (port === undefined) throw new TypeError('The server has no port')
  return {
    port,
    async usage() {
      const answered: Promise<Usage[]> = once(child, 'message')
      child.send('usage')
      const [usage] = await answered
      if (usage === undefined) throw new TypeError('The server did not report')
      return usage
    },
    async stop() {
      child.send('stop')
      const [code] = await once(child, 'exit')
      return code
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  }
}
