import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnvironment } from '../support/bare-environment.ts'

const repository = join(import.meta.dirname, '../../../..')

/** The built binary of the application; run `npm run build` first. */
export const builtBinary = join(repository, 'examples/todo/build/main.js')

/** The output and exit code of a command. */
export interface Finished {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

type Variables = Readonly<Record<string, string>>

/** Runs a command of the todo application in a folder without environment files. */
export async function runTodo(
  argv: readonly string[],
  variables: Variables,
  binary = builtBinary,
): Promise<Finished> {
  const child = spawnTodo(argv, variables, binary)
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => (output.stdout += String(chunk)))
  child.stderr?.on('data', (chunk) => (output.stderr += String(chunk)))
  await once(child, 'close')
  return { exitCode: child.exitCode, ...output }
}

/** Starts a command and leaves it running. */
export function spawnTodo(
  argv: readonly string[],
  variables: Variables,
  binary = builtBinary,
): ChildProcess {
  return spawn(process.execPath, [binary, ...argv], {
    cwd: emptyFolder,
    env: { ...bareEnvironment, SERVER_PORT: '0', ...variables },
  })
}

/** A running todo application: its URL, and its process. */
export interface ServedTodo extends AsyncDisposable {
  readonly url: string
  readonly process: ChildProcess
  /** The log so far. */
  log(): string
  fetch(path: string, options?: RequestInit): Promise<Response>
}

/** Migrates the database of `databaseUrl` and serves the todo application on a free port. */
export async function serveTodo(
  databaseUrl: string,
  variables: Variables = {},
  binary = builtBinary,
): Promise<ServedTodo> {
  if (databaseUrl !== 'sqlite::memory:') {
    const migrated = await runTodo(['migrate'], { DATABASE_URL: databaseUrl }, binary)
    if (migrated.exitCode !== 0) throw new Error(migrated.stderr)
  }
  const child = spawnTodo(
    [],
    { DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', ...variables },
    binary,
  )
  let log = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: unknown): void => {
      log += String(chunk)
      const address = /serves (http:\/\/[^"\s]+)/.exec(log)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`The application has ended:\n${log}`)))
  })

  return {
    url,
    process: child,
    log: () => log,
    fetch: (path, options) => fetch(url + path, { redirect: 'manual', ...options }),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const emptyFolder = mkdtempSync(join(tmpdir(), 'tenon-todo-'))
process.once('exit', () => rmSync(emptyFolder, { recursive: true, force: true }))
