import { once } from 'node:events'
import { forceExit } from '../../../application/runtime/force-exit.ts'
import { listenForStop } from '../../../application/runtime/stop-signal.ts'
import { exitCode, type Command } from '../../../base/console/command.ts'
import { limitBundlerMemory, setVariables } from '../../../application/config/environment.ts'
import { openBrowser } from './open-browser.ts'
import { withVite } from '../with-vite.ts'
import type { CommandLine } from '../command-line.ts'

export const dev: Command<CommandLine> = {
  name: 'dev',
  summary: 'Serve the application for development: it reloads at every change',
  options: {
    port: { type: 'string', summary: 'The port; default SERVER_PORT' },
    host: { type: 'string', summary: 'The address to listen on; default SERVER_HOST' },
    open: { type: 'boolean', summary: 'Open the application in the browser' },
  },
  async run({ root }, call) {
    setVariables({ SERVER_PORT: call.value('port'), SERVER_HOST: call.value('host') })
    limitBundlerMemory()
    const { startDevelopmentServer } = await withVite(
      () => import('../../development/development-server.ts'),
    )
    using stop = listenForStop()
    const server = await startDevelopmentServer(root)
    if (call.has('open')) openBrowser(server.url, call.fail)
    if (!stop.signal.aborted) await once(stop.signal, 'abort')
    await server.close()
    forceExit(server.log)
    return exitCode.ok
  },
}
