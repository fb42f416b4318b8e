import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReplicaSettings, StartedRun } from './replica-process.ts'

const REPLICA = join(import.meta.dirname, 'replica-process.ts')

/** Real processes that run `schedule:work` on one database, and what they have written. */
export class ReplicaFleet implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tenon-schedule-'))
  readonly #file = join(this.#folder, 'runs.jsonl')
  readonly #url: string
  readonly #leaseMs: number
  readonly #processes: (ChildProcess | undefined)[] = []
  readonly #errors: string[] = []

  constructor(url: string, leaseMs: number) {
    this.#url = url
    this.#leaseMs = leaseMs
  }

  /** What the processes have written to standard error: nothing, unless one has crashed. */
  get errors(): string {
    return this.#errors.join('')
  }

  /** Starts one process per skew, each with its clock wrong by that much. */
  start(skewsMs: readonly number[]): void {
    for (const [i, skewMs] of skewsMs.entries()) this.#processes[i] ??= this.#spawn(skewMs)
  }

  signal(index: number, signal: NodeJS.Signals): void {
    this.#processes[index]?.kill(signal)
  }

  /** Ends a process without any warning; `start` puts another in its place. */
  kill(index: number): void {
    this.#processes[index]?.kill('SIGKILL')
    this.#processes[index] = undefined
  }

  killAll(): void {
    for (const index of this.#processes.keys()) this.kill(index)
  }

  /** Asks every process to stop and waits for it; returns their exit codes. */
  async stop(): Promise<(number | null)[]> {
    const running = this.#processes.filter((child) => child !== undefined)
    const ended = running.map(async (child) => {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      return child.exitCode
    })
    for (const child of running) child.kill('SIGTERM')
    return Promise.all(ended)
  }

  started(): StartedRun[] {
    const lines = readFileSync(this.#file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as StartedRun)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.killAll()
    rmSync(this.#folder, { recursive: true })
  }

  #spawn(skewMs: number): ChildProcess {
    const settings = { url: this.#url, file: this.#file, skewMs, leaseMs: this.#leaseMs }
    const child = spawn(process.execPath, ['--conditions=source', REPLICA], {
      env: { ...process.env, ...toEnvironment(settings) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#errors.push(text))
    return child
  }
}

function toEnvironment({ url, file, skewMs, leaseMs }: ReplicaSettings): NodeJS.ProcessEnv {
  return {
    NODE_TEST_CONTEXT: undefined,
    REPLICA_URL: url,
    REPLICA_FILE: file,
    REPLICA_SKEW_MS: String(skewMs),
    REPLICA_LEASE_MS: String(leaseMs),
  }
}
