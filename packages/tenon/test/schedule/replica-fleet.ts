import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProcessFleet } from '../support/process-fleet.ts'
import type { ReplicaSettings, StartedRun } from './replica-process.ts'

const REPLICA = join(import.meta.dirname, 'replica-process.ts')

/** Real processes that run `schedule:work` on one database, and their output. */
export class ReplicaFleet implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tenon-schedule-'))
  readonly #file = join(this.#folder, 'runs.jsonl')
  readonly #url: string
  readonly #leaseMs: number
  readonly #fleet = new ProcessFleet(REPLICA)

  constructor(url: string, leaseMs: number) {
    this.#url = url
    this.#leaseMs = leaseMs
  }

  get errors(): string {
    return this.#fleet.errors
  }

  /** Starts one process per skew, each with its clock wrong by that much. */
  start(skewsMs: readonly number[]): void {
    const common = { url: this.#url, file: this.#file, leaseMs: this.#leaseMs }
    this.#fleet.start(skewsMs.map((skewMs) => toEnvironment({ ...common, skewMs })))
  }

  signal(index: number, signal: NodeJS.Signals): void {
    this.#fleet.signal(index, signal)
  }

  kill(index: number): void {
    this.#fleet.kill(index)
  }

  killAll(): void {
    this.#fleet.killAll()
  }

  stop(): Promise<(number | null)[]> {
    return this.#fleet.stop()
  }

  started(): StartedRun[] {
    if (!existsSync(this.#file)) return []
    const lines = readFileSync(this.#file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as StartedRun)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.killAll()
    rmSync(this.#folder, { recursive: true })
  }
}

function toEnvironment({ url, file, skewMs, leaseMs }: ReplicaSettings): NodeJS.ProcessEnv {
  return {
    REPLICA_URL: url,
    REPLICA_FILE: file,
    REPLICA_SKEW_MS: String(skewMs),
    REPLICA_LEASE_MS: String(leaseMs),
  }
}
