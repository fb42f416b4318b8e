import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getCallSites } from 'node:util'
import { boot, loadClient } from '../app/boot.ts'
import { applicationReceiver, type Application } from '../application/application.ts'
import { toMigrationsFolder } from '../application/database-folders.ts'
import { openServices } from '../application/services.ts'
import { toSettings } from '../config/settings.ts'
import { createLog } from '../log/create-log.ts'
import { createMigrator } from '../migrations/migrator.ts'
import { toUrlTable, urls } from '../routing/url.ts'
import type { Schedule } from '../schedule/tasks.ts'
import { SetupError } from '../support/setup-error.ts'
import { TestClient } from './test-client.ts'

/** Options of `testApp`. */
export interface TestAppOptions {
  /** The application, or its main file. Default: the nearest `main.ts` above the calling file. */
  readonly application?: Application | string
  /** The database, which is migrated first. Default: a new one in memory. */
  readonly databaseUrl?: string
}

/** An application under test: a client that speaks to it, and its database behind the models. */
export interface TestApp extends TestClient, AsyncDisposable {
  /** Runs a scheduled task now, whatever its time. Throws `E_TASK_UNKNOWN`, and what it throws. */
  runTask(name: string): Promise<void>
}

/**
 * Boots an application for a test: in this process, without a port, on a database of its own.
 *
 * While it is open, models and `route()` work in the test as they do in the application; so one is
 * open at a time. `await using app = await testApp()` closes it.
 */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const caller = getCallSites(2)[1]?.scriptName ?? ''
  const application = await toApplication(options.application ?? findMain(caller))
  const { routes, root, telemetry } = application.options
  const settings = toSettings(
    new Map([
      ['APP_ENV', 'test'],
      ['APP_KEY', 'a key for tests only'],
    ]),
  )
  const log = createLog({ level: 'silent', format: 'json' })
  const databaseUrl = options.databaseUrl ?? 'sqlite::memory:'
  // Closes what is open already when the application does not boot.
  await using opened = new AsyncDisposableStack()
  const { database } = opened.use(
    await openServices({ databaseUrl, redisUrl: undefined, log, telemetry }),
  )
  opened.defer(urls.register(toUrlTable(routes)))

  await createMigrator(database, toMigrationsFolder(application.options)).migrate()
  const client = loadClient(root, 'test')
  const kernel = boot({
    application: application.options,
    settings,
    database,
    log,
    client,
    isDraining: () => false,
  })

  const closing = opened.move()
  return Object.assign(new TestClient(kernel, { version: client.assets.version }), {
    runTask: (name: string) => runTask(application.options.schedule ?? [], name),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  })
}

async function runTask(schedule: Schedule, name: string): Promise<void> {
  const task = schedule.find((candidate) => candidate.name === name)
  if (task === undefined) {
    throw new SetupError('E_TASK_UNKNOWN', `The schedule has no task "${name}". Correct the name.`)
  }
  const { signal } = new AbortController()
  await task.run({ task: name, tick: new Date(), attempt: 1, fence: 1, signal })
}

/** Looks for `main.ts` in the folder of a file and in those above it. */
function findMain(caller: string): string {
  const start = dirname(caller.startsWith('file:') ? fileURLToPath(caller) : caller)
  for (let folder = start; ; folder = dirname(folder)) {
    const main = join(folder, 'main.ts')
    if (existsSync(main)) return main
    if (folder === dirname(folder)) break
  }
  throw new SetupError(
    'E_TEST_APPLICATION',
    `There is no "main.ts" in or above "${start}". Name the application: testApp({ application }).`,
  )
}

async function toApplication(given: Application | string): Promise<Application> {
  if (typeof given !== 'string') return given
  let found: Application | undefined
  const stopReceiving = applicationReceiver.register((application) => {
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
