import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A server of the comparison. */
export interface Contender {
  readonly name: string
  /** The file below `servers`. */
  readonly file: string
  /** The packages whose versions are reported; none if Node does everything. */
  readonly packages: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Whether its page is only for users; then `/login` logs the visitor in. */
  readonly hasLogin?: boolean
}

export const contenders: readonly Contender[] = [
  { name: 'Tenon', file: 'tenon.ts', packages: ['../../../packages/tenon'] },
  {
    name: 'AdonisJS',
    file: 'adonis.ts',
    packages: ['@adonisjs/core', '@adonisjs/inertia', '@adonisjs/vite'],
  },
  {
    name: 'AdonisJS, starter kit',
    file: 'adonis.ts',
    packages: ['@adonisjs/session', '@adonisjs/shield'],
    environment: { STARTER_KIT: '1' },
  },
  {
    name: 'Tenon, logged in',
    file: 'tenon.ts',
    packages: [],
    environment: { LOGIN: '1' },
    hasLogin: true,
  },
  {
    name: 'AdonisJS, logged in',
    file: 'adonis.ts',
    packages: ['@adonisjs/auth', '@adonisjs/lucid', 'better-sqlite3'],
    environment: { STARTER_KIT: '1', LOGIN: '1' },
    hasLogin: true,
  },
  { name: 'Hono', file: 'hono.ts', packages: ['hono', '@hono/inertia', '@hono/node-server'] },
  { name: 'node:http, by hand', file: 'node.ts', packages: [] },
]

/** A running server, pinned to one core, in a separate folder. */
export class RunningServer implements Disposable {
  readonly contender: Contender
  readonly port: number
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(contender: Contender, port: number, process: ChildProcess, folder: string) {
    this.contender = contender
    this.port = port
    this.#process = process
    this.#folder = folder
  }

  static async start(contender: Contender, port: number): Promise<RunningServer> {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-bench-pages-'))
    const probe = join(import.meta.dirname, '../http/servers/probe.ts')
    const file = join(import.meta.dirname, 'servers', contender.file)
    const child = spawn('taskset', ['-c', serverCore, process.execPath, '--import', probe, file], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SERVER_PORT: String(port),
        FOLDER: folder,
        ...contender.environment,
      },
    })
    await untilAnswering(port, child)
    return new RunningServer(contender, port, child, folder)
  }

  /** The counter of the process itself. */
  async cpuMicros(): Promise<number> {
    this.#process.send('usage')
    for (;;) {
      const [message] = await once(this.#process, 'message')
      // AdonisJS also sends messages of its own to its parent process.
      if (typeof message?.cpuMicros === 'number') return message.cpuMicros
    }
  }

  [Symbol.dispose](): void {
    this.#process.kill('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

export function toVersions({ packages }: Contender): string {
  const versions = packages.map((name) => {
    const file = join(import.meta.dirname, 'node_modules', name, 'package.json')
    const manifest: { name: string; version: string } = JSON.parse(readFileSync(file, 'utf8'))
    return `${manifest.name} ${manifest.version}`
  })
  return versions.join(', ')
}

const serverCore = '0'

async function untilAnswering(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    // A guest gets no page for users, but an answer.
    const isUp = await fetch(`http://127.0.0.1:${port}/todos/1`, { redirect: 'manual' }).then(
      ({ status }) => status < 500,
      () => false,
    )
    if (isUp) return
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    await delay(50)
  }
}
