import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getCallSites } from 'node:util'
import type { Kernel } from '../../application/kernel/kernel.ts'
import { createLog } from '../../base/log/create-log.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { manifestFile } from '../../pages/assets/load-assets.ts'
import { findPageFiles } from '../../pages/assets/page-files.ts'
import { createServer } from '../../web/server/server.ts'
import { type Listening, openTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

/** Options of `serveApp`. */
export interface ServeAppOptions extends TestAppOptions {
  /** The folder of the build with the pages for browsers, inside the application's folder. Default `build`. */
  readonly build?: string
}

/** An application under test that also listens on a port. */
export interface ServedApp extends TestApp {
  /** The server's address, such as `http://localhost:40123`: passkeys do not work on IP addresses. */
  readonly origin: string
}

/**
 * Boots an application like `testApp()`, and serves it on a free port of this machine, for tests in a browser. The
 * browser sees the records that the test creates.
 *
 * Build the pages first, with `tenon build`. Throws `E_TEST_BUILD` if there are pages but no build. Warns with the same
 * code if a file in `resources/` has changed since the build.
 */
export async function serveApp({
  build = 'build',
  ...options
}: ServeAppOptions = {}): Promise<ServedApp> {
  const caller = getCallSites(2)[1]?.scriptName ?? ''
  let origin = ''
  const app = await openTestApp(options, {
    caller,
    listen: async (opened) => {
      const listening = await listen(opened)
      origin = listening.origin
      return listening
    },
    clientFolder: (root) => findClient(root, build),
  })
  return Object.assign(app, { origin })
}

async function listen(opened: AsyncDisposableStack): Promise<Listening> {
  let application: Kernel | undefined
  const server = createServer({
    dispatch: (exchange) => {
      if (application !== undefined) return application.handle(exchange)
      throw new Error('A request came before the application had booted')
    },
    log: createLog({ level: 'silent', format: 'json' }),
  })
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  const stop = () => server.stop({ graceMs: 0, limitMs: 0 })
  opened.defer(stop)
  return {
    stop,
    origin: `http://localhost:${port}`,
    dispatchTo: (kernel) => {
      application = kernel
    },
  }
}

function findClient(root: string, build: string): string {
  const folder = join(root, build)
  const manifest = join(folder, manifestFile)
  if (existsSync(manifest)) {
    warnIfStale(root, build, manifest)
    return folder
  }
  if (findPageFiles(root) === undefined) return folder
  throw new SetupError(
    'E_TEST_BUILD',
    `serveApp() found no built pages in "${folder}", and a browser would show nothing. Run "tenon build" before the test.`,
  )
}

/** Only warns: a build that a CI pipeline has cached is older than the files that it has just checked out. */
function warnIfStale(root: string, build: string, manifest: string): void {
  const builtAt = statSync(manifest).mtimeMs
  const changed = globSync('resources/**/*.*', { cwd: root }).find(
    (file) => !file.endsWith('.d.ts') && statSync(join(root, file)).mtimeMs > builtAt,
  )
  if (changed === undefined) return
  process.emitWarning(
    `"${changed}" has changed since "${build}" was built, and the browser shows what was built. Run "tenon build" before the test.`,
    { code: 'E_TEST_BUILD' },
  )
}
