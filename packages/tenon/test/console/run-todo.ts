import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { bareEnvironment } from '../support/bare-environment.ts'
import { fromSources, tenonCommand, toBundled } from '../support/bundled-program.ts'

const todo = join(import.meta.dirname, '../../../../examples/todo')

const named = join(import.meta.dirname, '../database/named/main.ts')

/** What a command printed, and how it ended. */
export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A call of a command. */
export interface Call {
  readonly variables?: Readonly<Record<string, string>>
  /** The typed input. */
  readonly input?: string
}

/** Runs a command of the todo application's binary. */
export function runTodo(words: readonly string[], call: Call = {}): Promise<Finished> {
  return run([toBundled(join(todo, 'main.ts')), ...words], tmpdir(), call)
}

/** Runs `tenon` in the folder of the todo application. */
export function runTenon(words: readonly string[], call: Call = {}): Promise<Finished> {
  return run([tenonCommand(), ...words], todo, call)
}

/** Runs a command of the application with a second database. */
export function runNamed(words: readonly string[], call: Call = {}): Promise<Finished> {
  return run([toBundled(named), ...words], tmpdir(), call)
}

/** Runs a command of the application with models named as classes of JavaScript. */
export function runEvents(words: readonly string[], call: Call = {}): Promise<Finished> {
  return run([toBundled(join(import.meta.dirname, 'events.ts')), ...words], tmpdir(), call)
}

/** Runs `tenon` in another folder. */
export function runIn(folder: string, words: readonly string[]): Promise<Finished> {
  return run([tenonCommand(), ...words], folder, {})
}

async function run(
  args: readonly string[],
  cwd: string,
  { variables = {}, input = '' }: Call,
): Promise<Finished> {
  const env = { ...bareEnvironment, LOG_LEVEL: 'error', ...variables }
  const child = spawn(process.execPath, [...fromSources(), ...args], { cwd, env })
  child.stdin.end(input)
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  return { code: code ?? -1, stdout, stderr }
}
