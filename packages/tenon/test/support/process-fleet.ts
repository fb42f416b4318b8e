import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { toBundled } from './bundled-program.ts'

/** Real processes of one script, which a test kills, freezes and replaces. */
export class ProcessFleet implements AsyncDisposable {
  readonly #script: string
  readonly #processes: (ChildProcess | undefined)[] = []
  readonly #errors: string[] = []

  constructor(script: string) {
    this.#script = script
  }

  /** What the processes wrote to standard error: nothing, unless one has crashed. */
  get errors(): string {
    return this.#errors.join('')
  }

  /** Starts a process for each environment whose process is missing or has ended. */
  start(environments: readonly NodeJS.ProcessEnv[]): void {
    for (const [i, environment] of environments.entries()) {
      if (!isRunning(this.#processes[i])) this.#processes[i] = this.#spawn(environment)
    }
  }

  signal(index: number, signal: NodeJS.Signals): void {
    this.#processes[index]?.kill(signal)
  }

  /** Kills a process without warning; call `start` to replace it. */
  kill(index: number): void {
    this.#processes[index]?.kill('SIGKILL')
    this.#processes[index] = undefined
  }

  killAll(): void {
    for (const index of this.#processes.keys()) this.kill(index)
  }

  /** Asks every process to stop, waits, and returns the exit codes. */
  async stop(): Promise<(number | null)[]> {
    const running = this.#processes.filter((child) => child !== undefined)
    const ended = running.map(async (child) => {
      if (isRunning(child)) await once(child, 'exit')
      return child.exitCode
    })
    for (const child of running) child.kill('SIGTERM')
    return Promise.all(ended)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.killAll()
  }

  #spawn(environment: NodeJS.ProcessEnv): ChildProcess {
    const child = spawn(process.execPath, ['--conditions=source', toBundled(this.#script)], {
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#errors.push(text))
    return child
  }
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null
}
