import { once } from 'node:events'
import { insistOnEnd } from '../../application/runtime/insist-on-end.ts'
import { listenForStop } from '../../application/runtime/stop-signal.ts'
import { exitCode, type Command } from '../../base/console/command.ts'
import { keepYoungSpaceSmall, limitBundlerMemory } from '../../application/config/environment.ts'
import { withVite } from './with-vite.ts'
import type { Workplace } from './workplace.ts'

export const dev: Command<Workplace> = {
  name: 'dev',
  summary: 'Serve the application for development: it reloads at every change',
  async run({ root }) {
    limitBundlerMemory()
    keepYoungSpaceSmall()
    const { startDevelopmentServer } = await withVite(
      () => import('../development/development-server.ts'),
    )
    using stop = listenForStop()
    const server = await startDevelopmentServer(root)
    if (!stop.signal.aborted) await once(stop.signal, 'abort')
    await server.close()
    insistOnEnd(server.log)
    return exitCode.ok
  },
}
