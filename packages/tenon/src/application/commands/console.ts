import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { REPLServer } from 'node:repl'
import { exitCode, type Command } from '../../base/console/command.ts'
import { currentDatabase, transaction } from '../../data/database/current-database.ts'
import type { Database } from '../../data/database/database.ts'
import { sql, type SqlValue } from '../../data/database/sql.ts'
import { cache, lock } from '../../stores/cache/current-store.ts'
import { route } from '../../web/routing/url.ts'
import type { ApplicationOptions } from '../runtime/application-options.ts'
import type { CommandContext } from '../runtime/command-context.ts'

export const console: Command<CommandContext> = {
  name: 'console',
  summary: 'Run JavaScript in the application, with models, route(), cache, sql and await',
  options: {
    sandbox: { type: 'boolean', summary: 'Roll back all changes of the database at the end' },
  },
  async run(context, call) {
    const { application, settings } = context
    const isSandbox = call.has('sandbox')
    const names = Object.keys(toGlobals(application)).join(', ')
    call.print(`${settings.environment}${isSandbox ? ', sandbox' : ''}: ${names}`)
    await context.withServices(
      ({ database }) =>
        isSandbox ? inSandbox(database, () => talk(application)) : talk(application),
      // A pause while you think about the next line is not a stalled transaction.
      { idleTimeout: false },
    )
    return exitCode.ok
  },
}

function toGlobals({ models = {} }: ApplicationOptions): Readonly<Record<string, unknown>> {
  return { ...models, cache, lock, route, sql: runSql, transaction }
}

/** Runs SQL and returns its rows: sql`select count(*) from todos`. */
function runSql(text: TemplateStringsArray, ...values: readonly SqlValue[]): Promise<object[]> {
  return currentDatabase().query(sql(text, ...values))
}

/** Reads, runs and prints until the input ends. */
async function talk(application: ApplicationOptions): Promise<void> {
  // Loaded here, because it loads `node:domain`, which slows down all event emitters of a process.
  const { start } = await import('node:repl')
  const server = start({ prompt: '> ', useGlobal: false })
  const ended = evaluateInOrder(server)
  Object.assign(server.context, toGlobals(application))
  if (process.stdin.isTTY) keepHistory(server)
  await once(server, 'exit')
  await ended()
}

/**
 * Evaluates each line after the previous one, even if lines come from a file, and in the
 * transaction that the console was started in. Returns a promise for the last line.
 */
function evaluateInOrder(server: REPLServer): () => Promise<void> {
  const inside = AsyncLocalStorage.snapshot()
  const evaluate = server.eval
  let last = Promise.resolve()
  const evaluateNext: typeof evaluate = function (
    this: REPLServer,
    ...[code, context, file, done]
  ) {
    const run = (resolve: () => void): void =>
      evaluate.call(this, code, context, file, (error, result) => {
        done(error, result)
        resolve()
      })
    last = last.then(() => new Promise<void>((resolve) => inside(run, resolve)))
  }
  Object.assign(server, { eval: evaluateNext })
  return () => last
}

function keepHistory(server: REPLServer): void {
  // If the history cannot be written, the console still ends normally.
  server.setupHistory(join(homedir(), '.tenon_history'), () => undefined)
}

/** Runs in a transaction that is always rolled back. */
async function inSandbox(database: Database, body: () => Promise<void>): Promise<void> {
  const end = new Error('The sandbox has ended')
  try {
    await database.transaction(async () => {
      await body()
      throw end
    })
  } catch (error) {
    if (error !== end) throw error
  }
}
