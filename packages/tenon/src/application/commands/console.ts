import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter, once } from 'node:events'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { REPLServer } from 'node:repl'
import { createInterface } from 'node:readline'
import { PassThrough, type Writable } from 'node:stream'
import { types } from 'node:util'
import { exitCode, type Command } from '../../base/console/command.ts'
import { currentDatabase, transaction, withDatabase } from '../../data/database/current-database.ts'
import type { Database } from '../../data/database/database.ts'
import { sql, type SqlValue } from '../../data/database/sql.ts'
import { beginRollback } from '../../data/database/transaction/rollback-database.ts'
import { cache, lock } from '../../stores/cache/current-store.ts'
import { route } from '../../web/routing/url.ts'
import type { ApplicationOptions } from '../runtime/application-options.ts'
import type { CommandContext } from '../runtime/command-context.ts'

export const console: Command<CommandContext> = {
  name: 'console',
  summary: 'Run JavaScript in the application, with models, route(), cache, sql and await',
  options: {
    sandbox: { type: 'boolean', summary: 'Roll back all changes of the databases at the end' },
  },
  async run(context, call) {
    const { application, settings } = context
    const isSandbox = call.has('sandbox')
    const names = [...toModelNames(application), ...Object.keys(helpers)].join(', ')
    call.print(`${settings.environment}${isSandbox ? ', sandbox' : ''}: ${names}`)
    return context.withServices(
      ({ databases }) =>
        isSandbox ? inSandbox(databases, () => talk(application)) : talk(application),
      // A pause while you think about the next line is not a stalled transaction.
      { idleTimeout: false },
    )
  },
}

/**
 * The values that a line can use. The application shares these globals, so `models.Event` must not replace
 * JavaScript's.
 */
function toGlobals({ models = {} }: ApplicationOptions): Readonly<Record<string, unknown>> {
  const named = Object.entries(models).filter(([name]) => !(name in globalThis))
  return { ...Object.fromEntries(named), models, ...helpers }
}

function toModelNames({ models = {} }: ApplicationOptions): readonly string[] {
  return Object.keys(models).map((name) => (name in globalThis ? `models.${name}` : name))
}

/** Runs SQL and returns its rows: sql`select count(*) from todos`. */
function runSql(text: TemplateStringsArray, ...values: readonly SqlValue[]): Promise<object[]> {
  return currentDatabase().query(sql(text, ...values))
}

const helpers = { cache, lock, route, sql: runSql, transaction }

/** Reads, runs and prints until the input ends. Returns the exit code. */
async function talk(application: ApplicationOptions): Promise<number> {
  // Load it here: it loads `node:domain`, which slows down all event emitters of a process.
  const { start } = await import('node:repl')
  const isTyped = process.stdin.isTTY
  const input = isTyped ? process.stdin : new PassThrough()
  // A separate context would have its own classes: the application would not recognize its `new Date()` and `{}`.
  const server = start({ prompt: '> ', input, output: process.stdout, useGlobal: true })
  const ended = once(server, 'exit')
  const evaluations = followEvaluations(server)
  Object.assign(server.context, toGlobals(application))
  if (isTyped) keepHistory(server)
  else await Promise.race([writeLines(server, input, evaluations), ended])
  await ended
  return isTyped || evaluations.failures() === 0 ? exitCode.ok : exitCode.failed
}

/** Writes each line of standard input to the REPL when it is ready for one, so that a file can hold several. */
async function writeLines(
  server: REPLServer,
  input: Writable,
  evaluations: Evaluations,
): Promise<void> {
  const asks = new EventEmitter()
  const show = server.displayPrompt.bind(server)
  Object.assign(server, {
    displayPrompt: (preserveCursor?: boolean) => {
      show(preserveCursor)
      asks.emit('line')
    },
  })
  for await (const line of createInterface({ input: process.stdin })) {
    const asked = once(asks, 'line')
    input.write(`${line}\n`)
    await asked
    // The REPL is also ready after an error of an earlier line, such as an unhandled rejection.
    await evaluations.settled()
  }
  input.end()
}

async function settle(
  result: Promise<unknown>,
  done: (error: Error | null, value: unknown) => void,
): Promise<void> {
  const [outcome] = await Promise.allSettled([result])
  if (outcome.status === 'fulfilled') done(null, outcome.value)
  else done(outcome.reason, undefined)
}

/** The lines that were evaluated. */
interface Evaluations {
  /** How many lines failed. */
  failures(): number
  /** Waits for the promises that the lines returned. */
  settled(): Promise<void>
}

/** Evaluates lines with the databases with which the console was started, and awaits promises. */
function followEvaluations(server: REPLServer): Evaluations {
  let settled = Promise.resolve()
  const inside = AsyncLocalStorage.snapshot()
  const evaluate = server.eval
  const evaluateInside: typeof evaluate = function (
    this: REPLServer,
    ...[code, context, file, done]
  ) {
    inside(() =>
      evaluate.call(this, code, context, file, (error, result: unknown) => {
        if (error !== null || !types.isPromise(result)) done(error, result)
        else settled = settle(result, done)
      }),
    )
  }
  Object.assign(server, { eval: evaluateInside })
  let count = 0
  // The REPL reports failed lines only to its domain, so listen there.
  const domain: unknown = Reflect.get(server, '_domain')
  if (domain instanceof EventEmitter) domain.on('error', () => count++)
  return { failures: () => count, settled: () => settled }
}

function keepHistory(server: REPLServer): void {
  // If the history cannot be written, the console still ends normally.
  server.setupHistory(join(homedir(), '.tenon_history'), () => undefined)
}

/**
 * Runs in a transaction of each database, which is always rolled back. A statement that fails leaves the transaction
 * usable, and callbacks that wait for a commit never run.
 */
async function inSandbox(
  [database, ...others]: readonly Database[],
  body: () => Promise<number>,
): Promise<number> {
  if (database === undefined) return body()
  await using sandbox = await beginRollback(database, { afterCommit: 'never' })
  return await withDatabase(sandbox, () => inSandbox(others, body))
}
