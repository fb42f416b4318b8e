import { existsSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getCallSites } from 'node:util'
import { boot, loadClient } from '../../application/kernel/boot.ts'
import { applicationReceiver, type Application } from '../../application/application/application.ts'
import type { Kernel } from '../../application/kernel/kernel.ts'
import { openServices } from '../../application/runtime/services.ts'
import { toJobNames } from '../../application/runtime/work/application-jobs.ts'
import { toSettings, type Settings } from '../../application/config/settings.ts'
import type { ApplicationOptions } from '../../application/runtime/application-options.ts'
import { hiddenValues } from '../../base/log/hidden-values.ts'
import { once } from '../../base/support/once.ts'
import { findBuiltMails } from '../../pages/mails/built-mails.ts'
import type { LoadMails } from '../../pages/mails/mail-renderer.ts'
import { toDoorError } from '../../base/console/find-door.ts'
import { registerLanguages } from '../../base/language/language-context.ts'
import { createLog } from '../../base/log/create-log.ts'
import { toUrlTable, urls } from '../../web/routing/url.ts'
import { getTask, toSchedule, type Task } from '../../work/schedule/scheduled-task.ts'
import { makeQuickHashes } from '../../identity/passwords/hash.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { assertToolsServable } from '../../application/contract/tools/mcp-endpoint.ts'
import { checkContract, type ContractOptions } from './contract/check-contract.ts'
import { EventBus, eventBuses } from '../../work/events/event-bus.ts'
import { jobLists } from '../../work/jobs/dispatch.ts'
import { TestEvents } from './test-events.ts'
import { TestMails } from './test-mails.ts'
import type { DeliverMail } from '../../application/mail/mailer.ts'
import { toMailService } from '../../application/mail/mail-service.ts'
import { buildSourceMails } from '../../application/mail/source-mails.ts'
import type { JobOutcome } from '../../work/jobs/running-jobs.ts'
import { inMemory, openMigrated } from './databases/migrated-databases.ts'
import { copyTemplate } from './databases/template-copy.ts'
import { followStatements } from './noted-statements.ts'
import { TestClient } from './test-client.ts'
import { JobTesting, type RunJobsOptions, type TestJobs } from './test-jobs.ts'

/** Options of `testApp`. */
export interface TestAppOptions {
  /** The application, or its main file. Default: the nearest `main.ts` in or above the caller's folder. */
  readonly application?: Application | string
  /** The URL of the database, which is migrated first. Default: a new database in memory. */
  readonly databaseUrl?: string
  /**
   * A PostgreSQL database to copy for this test, such as `postgres://127.0.0.1/shop_template`, instead of
   * `databaseUrl`. The copy is migrated first, and dropped when the application is closed.
   *
   * Throws `E_TEST_TEMPLATE` if it cannot be copied, for example while another client is connected to it.
   */
  readonly template?: string
  /** The URLs of named databases, by name, which are migrated too. Default: a new database in memory for each. */
  readonly databaseUrls?: Readonly<Record<string, string>>
  /**
   * What happens to the records of the test: `keep` leaves them in the database, `rollback` runs the test
   * in a transaction that is rolled back when the application is closed. Default `keep`.
   */
  readonly database?: 'keep' | 'rollback'
  /** The URL where files are stored. Default: a new folder, which is removed when the application is closed. */
  readonly storageUrl?: string
}

/** An application under test: a client for it, and its database behind the models. */
export interface TestApp extends TestClient, AsyncDisposable {
  /** Runs a scheduled task now. Throws `E_TASK_UNKNOWN` if the application does not list it, and what the task throws. */
  runTask(task: Task): Promise<void>
  /**
   * Tries every route with declared responses, with valid input and with each kind of invalid input. Returns a sentence
   * for each answer that the route does not document.
   */
  checkContract(options?: ContractOptions): Promise<readonly string[]>
  /** The emitted events, except those that were rolled back. */
  readonly events: TestEvents
  /** The sent mails, except those that were rolled back. */
  readonly mails: TestMails
  /** The jobs that were dispatched since the application was opened. */
  readonly jobs: TestJobs
  /** Runs the jobs that are due, and those that they dispatch. Returns how each attempt ended. */
  runJobs(options?: RunJobsOptions): Promise<readonly JobOutcome[]>
}

/**
 * Boots an application for a test: in this process, without a port, with a separate database.
 *
 * While it is open, models and `route()` work in the test as in the application, so only one can be
 * open at a time. `await using app = await testApp()` closes it.
 */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const caller = getCallSites(2)[1]?.scriptName ?? ''
  return openTestApp(options, { caller })
}

/** How an application under test is opened. */
export interface OpenTestApp {
  /** The file of the test. */
  readonly caller: string
  /** Starts a server if other clients send requests. It runs before the application boots, which needs the address. */
  readonly listen?: (opened: AsyncDisposableStack) => Promise<Listening>
  /** The folder of the built client. Default: the application's folder. */
  readonly clientFolder?: (root: string) => string
}

/** A server that waits for its application. */
export interface Listening {
  readonly origin: string
  readonly dispatchTo: (kernel: Kernel) => void
  readonly stop: () => Promise<void>
}

/** Boots an application for a test. */
export async function openTestApp(
  options: TestAppOptions,
  { caller, listen, clientFolder = (root) => root }: OpenTestApp,
): Promise<TestApp> {
  hiddenValues.follow()
  const { options: application } = await toApplication(options.application ?? findMain(caller))
  const { routes, root, databases = [], cache, storage, telemetry, ownership } = application
  // Close what is already open if the application fails to boot.
  await using opened = new AsyncDisposableStack()
  opened.defer(followStatements())
  opened.defer(makeQuickHashes())
  const listening = await listen?.(opened)
  const settings = toTestSettings(listening?.origin)
  const log = createLog({ level: 'silent', format: 'json' })
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'tenon-test-storage-')))
  const databaseUrl = await openDatabaseUrl(options, opened)
  const { database } = opened.use(
    await openServices({
      databaseUrl,
      databaseUrls: new Map(
        databases.map(({ name }) => [name, options.databaseUrls?.[name] ?? inMemory]),
      ),
      redisUrl: undefined,
      storageUrl: options.storageUrl ?? `file:${folder.path}`,
      cache,
      ...(options.storageUrl === undefined ? { storage } : {}),
      log,
      keys: settings.keys,
      telemetry,
      ownership,
      open: openMigrated(application, options.database),
    }),
  )
  opened.defer(registerLanguages(application))
  opened.defer(urls.register(toUrlTable(routes, settings.basePath)))
  const mails = new TestMails()
  opened.use(openTestMail(application, settings, mails))
  const events = new TestEvents()
  opened.defer(eventBuses.register(new EventBus(application.listeners, events)))
  opened.defer(jobLists.register(toJobNames(application)))

  await assertToolsServable(routes)
  const client = loadClient(clientFolder(root), { ...settings, assetVersion: 'test' })
  const isDraining = () => false
  const kernel = boot({ application, settings, database, log, client, isDraining })
  listening?.dispatchTo(kernel)

  const jobs = new JobTesting({ application, database, log })
  opened.defer(jobs.register())
  // Stop the server before the database is closed.
  if (listening !== undefined) opened.defer(listening.stop)
  const closing = opened.move()
  const tester = new TestClient(kernel, { version: client.assets.version })
  return Object.assign(tester, {
    checkContract: (given?: ContractOptions) => checkContract(tester, application, given),
    events,
    mails,
    runTask: (task: Task) => runTask(application.tasks ?? [], task),
    jobs,
    runJobs: (options?: RunJobsOptions) => jobs.run(options),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  })
}

function toTestSettings(origin: string | undefined): Settings {
  return toSettings(
    new Map([
      ['APP_ENV', 'test'],
      ['APP_KEY', 'a key for tests only'],
      ...(origin === undefined ? [] : [['APP_URL', origin] as const]),
    ]),
  )
}

/** The URL of the test's database. A copy of a template is dropped when the application is closed. */
async function openDatabaseUrl(
  { databaseUrl, template }: TestAppOptions,
  opened: AsyncDisposableStack,
): Promise<string> {
  if (template === undefined) return databaseUrl ?? inMemory
  if (databaseUrl === undefined) return opened.use(await copyTemplate(template)).url
  throw new SetupError(
    'E_TEST_TEMPLATE',
    'testApp() got both template and databaseUrl. Pass one: a test runs on a copy of the template, or on the database itself.',
  )
}

/** Opens the mail without a queue. Without a build, Vite renders the mails; it is loaded with the first one. */
function openTestMail(
  application: ApplicationOptions,
  settings: Settings,
  mails: TestMails,
): Disposable | undefined {
  const load = findBuiltMails(application.root) ?? findFreshMails(application)
  const deliver: DeliverMail = (...given) => mails.deliver(...given)
  return toMailService(application)?.open({ ...application, settings, load, deliver })
}

function findFreshMails(application: ApplicationOptions): LoadMails {
  const found = freshMails.get(application) ?? once(() => buildSourceMails(application.root))
  freshMails.set(application, found)
  return found
}

/** The tests of a file share these: building them takes half a second, and no file changes meanwhile. */
const freshMails = new WeakMap<ApplicationOptions, LoadMails>()

async function runTask(listed: readonly Task[], task: Task): Promise<void> {
  const { run, name } = getTask(toSchedule(listed), task.name)
  const { signal } = new AbortController()
  await run({ task: name, tick: new Date(), attempt: 1, fence: 1, signal })
}

/** Looks for `main.ts` in the folder of a file and in its parents. */
function findMain(caller: string): string {
  const start = dirname(caller.startsWith('file:') ? fileURLToPath(caller) : caller)
  for (let folder = start; ; folder = dirname(folder)) {
    const main = join(folder, 'main.ts')
    if (existsSync(main)) return main
    if (folder === dirname(folder)) break
  }
  throw new SetupError(
    'E_TEST_APPLICATION',
    `There is no "main.ts" in or above "${start}". Pass the application: testApp({ application }).`,
  )
}

async function toApplication(given: Application | string): Promise<Application> {
  if (typeof given !== 'string') return given
  let found: Application | undefined
  const stopReceiving = applicationReceiver.register((application) => {
    found = application
  })
  try {
    const module: unknown = await import(pathToFileURL(given).href).catch(
      async (error: unknown) => {
        throw await toDoorError(error)
      },
    )
    return found ?? toExported(module, given)
  } finally {
    stopReceiving()
  }
}

/** Finds the exported application: a main file that an earlier test has loaded does not run again. */
function toExported(module: unknown, path: string): Application {
  if (typeof module === 'object' && module !== null && 'app' in module) {
    // Sound: the name is a convention, and the file did not run another application.
    return module.app as Application
  }
  throw new SetupError(
    'E_TEST_APPLICATION',
    `"${path}" neither runs nor exports an application. End it with "await app.run(process.argv.slice(2))".`,
  )
}
