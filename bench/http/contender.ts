import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { records } from './scenarios.ts'

/** A program other than Node that runs servers, from a package with a version of its own. */
export interface Runtime {
  readonly name: string
  readonly package: string
  /** The program's path in the package. */
  readonly program: string
}

/** A server of the comparison: its name and what to start. */
export interface Contender {
  readonly name: string
  /** The file below `servers`. */
  readonly file: string
  /** The package whose version is reported; absent if Node includes the server. */
  readonly package?: string
  /** Default: Node. */
  readonly runtime?: Runtime
  readonly environment?: Readonly<Record<string, string>>
  /** Whether it is not a real server, but shows the least that any server costs. */
  readonly isFloor?: true
}

export interface Usage {
  readonly cpuMicros: number
  readonly residentBytes: number
}

/** A running server, pinned to one core, with a separate database. */
export class RunningContender implements Disposable, AsyncDisposable {
  readonly name: string
  readonly port: number
  readonly process: ChildProcess
  readonly #folder: string

  private constructor(name: string, port: number, process: ChildProcess, folder: string) {
    this.name = name
    this.port = port
    this.process = process
    this.#folder = folder
  }

  static async start(
    contender: Contender,
    port: number,
    nodeOptions: readonly string[] = [],
  ): Promise<RunningContender> {
    const program = programOf(contender)
    const folder = mkdtempSync(join(tmpdir(), 'tenon-bench-'))
    const databaseFile = join(folder, 'bench.sqlite')
    fillDatabase(databaseFile)
    const here = import.meta.dirname
    const child = spawn(
      'taskset',
      [
        ['-c', serverCore],
        [program, ...nodeOptions, '--import', join(here, 'servers/probe.ts')],
        [join(here, 'servers', contender.file)],
      ].flat(),
      {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: {
          ...process.env,
          NODE_ENV: 'production',
          SERVER_PORT: String(port),
          DATABASE_FILE: databaseFile,
          ...contender.environment,
        },
      },
    )
    // A message without a listener is queued and would be mistaken for an answer: AdonisJS sends
    // one when it is ready.
    child.on('message', () => {})
    await untilListening(port, child)
    return new RunningContender(contender.name, port, child, folder)
  }

  /** The counters of the process itself. */
  async usage(): Promise<Usage> {
    return this.ask('usage')
  }

  /** Queries the process that runs `probe.ts`. */
  async ask(question: string) {
    const answer = once(this.process, 'message')
    this.process.send(question)
    const [message] = await answer
    return message
  }

  [Symbol.dispose](): void {
    this.process.kill('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Waits until the process has ended, so that another one can use its port. */
  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.process, 'exit')
    this[Symbol.dispose]()
    await ended
  }
}

const serverCore = '0'

function programOf({ name, runtime }: Contender): string {
  if (runtime === undefined) return process.execPath
  const program = join(import.meta.dirname, '../node_modules', runtime.package, runtime.program)
  if (existsSync(program)) return program
  throw new Error(
    `${name} needs ${program}. Run npm ci --prefix bench --ignore-scripts on Linux with x64, or leave it out with --only.`,
  )
}

function fillDatabase(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal')
  for (const table of ['todos', 'notes']) {
    const completed = table === 'todos' ? 'completed integer not null,' : ''
    database.exec(
      `create table ${table} (id integer primary key autoincrement, title text not null, ${completed} created_at integer not null)`,
    )
  }
  const insert = database.prepare(
    'insert into todos (title, completed, created_at) values (?, ?, ?)',
  )
  for (const { title, completed, created_at } of records) {
    insert.run(title, completed ? 1 : 0, Date.parse(created_at))
  }
  database.close()
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  while (!(await canConnect(port))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    await delay(50)
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
