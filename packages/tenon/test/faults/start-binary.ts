import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '../support/bare-environment.ts'
import { toBundled } from '../support/bundled-program.ts'
import { testedEngine } from '../support/tested-engine.ts'

const toPath = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const program = toPath('./program.ts')

/** An application in which every route needs the database. */
export const notes = toPath('./notes/main.ts')

/** Which application to start, and how. */
export interface BinaryOptions {
  readonly file?: string
  readonly argv?: readonly string[]
  /** A command to run the binary through, such as one that changes the user. */
  readonly through?: readonly string[]
  /** Starts its sources, not their bundle, for a test of the modules that are loaded. */
  readonly fromSources?: boolean
}

type Variables = Readonly<Record<string, string>>

/** How to start it, and its environment besides the database's URL. */
export interface NotesOptions extends BinaryOptions {
  readonly environment?: Variables
}

/** Starts the binary with only these environment variables. */
export function startBinary(environment: Variables, options: BinaryOptions = {}) {
  const { file = program, argv = [], through = [], fromSources = false } = options
  const [command, ...words] = [...through, process.execPath] as const
  const started = fromSources ? file : toBundled(file)
  const child = spawn(command, [...words, '--conditions=source', started, ...argv], {
    cwd: tmpdir(),
    env: {
      ...bareEnvironment,
      DATABASE_URL: 'sqlite::memory:',
      LOG_LEVEL: 'info',
      SERVER_ENGINE: testedEngine,
      ...environment,
    },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += chunk))
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }))
  return { child, output, ended }
}

/** Starts it on a free port and waits until it serves. */
export async function startServing(environment: Variables = {}, options: BinaryOptions = {}) {
  const { child, output, ended } = startBinary({ SERVER_PORT: '0', ...environment }, options)
  while (!/serves http/.test(output.stdout)) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
    if (child.exitCode !== null) throw new Error(output.stderr)
  }
  const port = Number(/serves http:\/\/[^\s"]*:(\d+)/.exec(output.stdout)?.[1])
  return { child, output, ended, port, [Symbol.dispose]: () => void child.kill('SIGKILL') }
}

/** Migrates the database of the notes application, then serves it. */
export async function startNotes(databaseUrl: string, options: NotesOptions = {}) {
  const environment = { ...options.environment, DATABASE_URL: databaseUrl }
  const migrated = await startBinary(environment, { file: notes, argv: ['migrate'] }).ended
  if (migrated.code !== 0) throw new Error(migrated.stderr)
  return startServing(environment, { file: notes, ...options })
}
