import { once } from 'node:events'
import { listenForStop } from '../application/stop-signal.ts'
import { exitCode, type Command } from '../console/command.ts'
import type { Workplace } from './workplace.ts'

export const dev: Command<Workplace> = {
  name: 'dev',
  summary: 'Serve the application while it is worked on: every change is seen at once',
  async run({ root }) {
    const { startDevelopmentServer } = await import('../development/development-server.ts')
    using stop = listenForStop()
    const server = await startDevelopmentServer(root)
    if (!stop.signal.aborted) await once(stop.signal, 'abort')
    await server.close()
    return exitCode.ok
  },
}
