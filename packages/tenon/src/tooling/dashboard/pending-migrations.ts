import { toOwnUrl } from '../../web/routing/url.ts'
import type { Log } from '../../base/log/log.ts'
import type { CompletedMigration } from '../../data/migrations/migration-failed.ts'
import type { Migrator } from '../../data/migrations/migrator.ts'
import { toHtmlText } from '../../pages/assets/escape.ts'
import { emptyIcon } from '../../pages/assets/icon.ts'
import { back } from '../../web/http/redirect.ts'
import { html } from '../../web/http/replies.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { Middleware } from '../../web/routing/handler.ts'
import { isCrossOrigin, isOwnHost } from '../../application/kernel/origins/cross-origin.ts'

/**
 * Migrates a database that has never been migrated, and logs it. It leaves other databases alone: if you write a
 * migration, you run it.
 */
export async function migrateNewDatabase(migrator: Migrator, log: Log): Promise<void> {
  const migrations = await migrator.status()
  const isNew = migrations.length > 0 && migrations.every(({ state }) => state === 'pending')
  if (isNew) logMigrated(log, await migrator.migrate())
}

export interface OfferOptions {
  readonly findMigrator: () => Migrator | undefined
  /** Runs work that does not belong to the request. */
  readonly untraced: <Result>(body: () => Result) => Result
  readonly log: Log
  /** The origin of `APP_URL`: another host under which the application is reached. */
  readonly appUrl: string | undefined
}

/**
 * Shows browsers a page with the pending migrations and a button that runs them, instead of the error that a missing
 * table would cause. Other clients reach the application as usual.
 */
export function offerMigrations({ findMigrator, untraced, log, appUrl }: OfferOptions): Middleware {
  return async (request, next) => {
    const migrator = findMigrator()
    if (migrator === undefined) return next()
    if (isOrder(request, appUrl)) {
      logMigrated(log, await migrator.migrate())
      return back('/')
    }
    if (!isDocumentVisit(request)) return next()

    const pending = await untraced(() => migrator.pending())
    if (pending.length === 0) return next()
    log.warn(
      `Migrations are pending: ${pending.join(', ')}. Run them on the page, or with "node main.ts migrate".`,
    )
    return toPage(pending)
  }
}

/** The path to which the button posts to run the pending migrations. */
export const migratePath = '/_app/dev/migrate'

function isOrder(request: HttpRequest, appUrl: string | undefined): boolean {
  if (request.method !== 'POST' || request.path() !== migratePath) return false
  return !isCrossOrigin(request) && isOwnHost(request.host, appUrl)
}

function isDocumentVisit(request: HttpRequest): boolean {
  return request.method === 'GET' && (request.header('accept')?.includes('text/html') ?? false)
}

function logMigrated(log: Log, completed: readonly CompletedMigration[]): void {
  for (const { name } of completed) log.info(`Migrated ${name}`)
}

function toPage(pending: readonly string[]): Reply {
  const items = pending.map((name) => `<li><code>${toHtmlText(name)}</code></li>`).join('\n')
  return html(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Migrations are pending</title>
${emptyIcon}<style>${style}</style>
</head>
<body>
<main>
<h1>Migrations are pending</h1>
<p>The database does not have these changes yet:</p>
<ul>
${items}
</ul>
<form method="post" action="${toOwnUrl(migratePath)}"><button autofocus>Run migrations</button></form>
<p>In a terminal: <code>node main.ts migrate</code></p>
</main>
</body>
</html>
`)
    .status(503)
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
}

const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif }
body { display: grid; grid-template-columns: minmax(0, max-content); place-content: center; min-height: 100vh; margin: 0 }
main { padding: 2rem; max-width: 40rem }
code { overflow-wrap: anywhere }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2 }
button { font: inherit; font-weight: 600; padding: 0.5rem 1.25rem; border: 0; border-radius: 0.5rem;
  background: #2563eb; color: #fff; cursor: pointer }
button:focus-visible { outline: 3px solid #93c5fd; outline-offset: 2px }
`

const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'"
