import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Dialect, Operation, Turn } from './contender.ts'

/** A contender in a separate process that waits for its turns. */
export class RunningContender {
  readonly name: string
  readonly #process: ChildProcess

  private constructor(name: string, child: ChildProcess) {
    this.name = name
    this.#process = child
  }

  /** Starts `measure.ts` on an SQLite file or a PostgreSQL URL. */
  static async start(name: string, dialect: Dialect, place: string): Promise<RunningContender> {
    const program = join(import.meta.dirname, 'measure.ts')
    const child = fork(program, [name, dialect, place], { execArgv: ['--conditions=source'] })
    await once(child, 'message')
    return new RunningContender(name, child)
  }

  /** Lets it work for that much CPU time; returns its operations per second of CPU time. */
  async run(operation: Operation, ms: number): Promise<number> {
    const turn: Turn = { operation, ms }
    this.#process.send(turn)
    const [rate] = (await once(this.#process, 'message')) as [number]
    return rate
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.disconnect()
    await once(this.#process, 'exit')
  }
}
