import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { boot, loadClient } from '../app/boot.ts'
import { loadedForTest, type Application } from '../application/application.ts'
import { toMigrationsFolder } from '../application/command-context.ts'
import { toSettings } from '../config/settings.ts'
import { createDatabase } from '../database/create-database.ts'
import { registerDatabase } from '../database/current-database.ts'
import { createLog } from '../log/create-log.ts'
import { createMigrator } from '../migrations/migrator.ts'
import { toUrlTable, urls } from '../routing/url.ts'
import { SetupError } from '../support/setup-error.ts'
import { TestClient } from './test-client.ts'

/** Options of `testApp`. */
export interface TestAppOptions {
  /** The application, or its main file. Default: `main.ts` of the working folder. */
  readonly application?: Application | string
  /** The database, which is migrated first. Default: a new one in memory. */
  readonly databaseUrl?: string
}

/** An application under test: a client that speaks to it, and its database behind the models. */
export interface TestApp extends TestClient, AsyncDisposable {}

/**
 * Boots an application for a test: in this process, without a port, on a database of its own.
 *
 * While it is open, models and `route()` work in the test as they do in the application; so one is
 * open at a time. `await using app = await testApp()` closes it.
 */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const application = await toApplication(options.application ?? join(process.cwd(), 'main.ts'))
  const { routes, root } = application.options
  const settings = toSettings(
    new Map([
      ['APP_ENV', 'test'],
      ['APP_KEY', 'a key for tests only'],
    ]),
  )
  const database = createDatabase(options.databaseUrl ?? 'sqlite::memory:')
  const closers = [registerDatabase(database), urls.register(toUrlTable(routes))]

  await createMigrator(database, toMigrationsFolder(application.options)).migrate()
  const client = loadClient(root, 'test')
  const log = createLog({ level: 'silent', format: 'json' })
  const kernel = boot({
    application: application.options,
    settings,
    database,
    log,
    client,
    isDraining: () => false,
  })

  return Object.assign(new TestClient(kernel, { version: client.assets.version }), {
    async [Symbol.asyncDispose]() {
      for (const close of closers) close()
      await database.close()
    },
  })
}

async function toApplication(given: Application | string): Promise<Application> {
  if (typeof given !== 'string') return given
  if (!existsSync(given)) {
    throw new SetupError(
      'E_TEST_APPLICATION',
      `There is no "${given}". Run the test in the application's folder, or give testApp({ application }).`,
    )
  }
  let found: Application | undefined
  const stopReceiving = loadedForTest.register((application) => {
    found = application
  })
  try {
    const module: unknown = await import(pathToFileURL(given).href)
    return found ?? toExported(module, given)
  } finally {
    stopReceiving()
  }
}

/** A main file that an earlier test has loaded is not run again, but exports its application. */
function toExported(module: unknown, path: string): Application {
  if (typeof module === 'object' && module !== null && 'app' in module) {
    // Sound: by convention, and `run` was not called under any other name.
    return module.app as Application
  }
  throw new SetupError(
    'E_TEST_APPLICATION',
    `"${path}" neither runs nor exports an application. End it with "await app.run(process.argv.slice(2))".`,
  )
}
