import { boot, loadClient } from '../../src/application/kernel/boot.ts'
import { openServices } from '../../src/application/runtime/services.ts'
import type { ApplicationOptions } from '../../src/application/runtime/application-options.ts'
import { toSettings } from '../../src/application/config/settings.ts'
import { makeQuickHashes } from '../../src/identity/passwords/hash.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { securityEvents, type SecurityMessage } from '../../src/base/log/security-events.ts'
import type { Columns } from '../../src/data/columns/column.ts'
import { toUrlTable, urls } from '../../src/web/routing/url.ts'
import { Server } from '../../src/web/server/server.ts'
import type { Dispatch } from '../../src/web/server/responder.ts'
import { createTables } from '../support/create-tables.ts'
import { testedEngine } from '../support/tested-engine.ts'
import { Browser } from './browser.ts'

/** An application behind a socket, with its database, and what it has told. */
export interface Served extends AsyncDisposable {
  readonly origin: string
  readonly events: readonly SecurityMessage[]
  readonly lines: readonly string[]
  /** A new browser without cookies. */
  browser(headers?: Readonly<Record<string, string>>): Browser
  /** A program that accepts JSON only. */
  program(): Browser
}

export interface ServeOptions {
  readonly databaseUrl: string
  readonly redisUrl?: string
  readonly storageUrl?: string
  /** Default: a free one. */
  readonly port?: number
  /** Hashes passwords at the cost of production, 20 ms of CPU each. Default: at the least cost, as `testApp` does. */
  readonly hasCostlyHashes?: boolean
  readonly tables: readonly { readonly table: string; readonly columns: Columns }[]
}

export async function serve(
  application: Omit<ApplicationOptions, 'root'>,
  options: ServeOptions,
): Promise<Served> {
  const { databaseUrl, redisUrl, storageUrl, tables, port: wanted = 0 } = options
  const lines: string[] = []
  const events: SecurityMessage[] = []
  const log = createLog({
    level: 'debug',
    format: 'json',
    destination: { write: (line) => void lines.push(line) },
  })
  const settings = toSettings(
    new Map([
      ['APP_ENV', 'test'],
      ['APP_KEY', 'a key of 32 bytes or more, for tests'],
      ['TRUSTED_PROXIES', '127.0.0.1'],
    ]),
  )
  await using opened = new AsyncDisposableStack()
  const { database } = opened.use(
    await openServices({
      databaseUrl,
      redisUrl,
      storageUrl: storageUrl ?? settings.storageUrl,
      log,
      keys: settings.keys,
    }),
  )
  if (options.hasCostlyHashes !== true) opened.defer(makeQuickHashes())
  opened.defer(urls.register(toUrlTable(application.routes)))
  opened.defer(securityEvents.listen((event) => events.push(event)))
  await createTables(database, ...tables)
  const kernel = boot({
    application,
    settings,
    database,
    log,
    client: loadClient(import.meta.dirname, { ...settings, assetVersion: 'test' }),
    isDraining: () => false,
  })
  const dispatch: Dispatch = (exchange) => kernel.handle(exchange)
  const server = new Server({ dispatch, log, engine: testedEngine })
  const { port } = await server.listen({ host: '127.0.0.1', port: wanted })
  opened.defer(() => server.stop({ graceMs: 0, limitMs: 0 }))
  const closing = opened.move()
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    events,
    lines,
    browser: (headers) => new Browser(origin, headers),
    program: () => new Browser(origin, { accept: 'application/json' }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
