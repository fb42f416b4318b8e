import { RunningContender, type Contender } from '../http/contender.ts'

export interface Started {
  readonly server: RunningContender
  readonly bootMicros: number
}

/** The servers of a series: one for each number of routes. */
export class StartedServers implements Disposable {
  readonly #started = new Map<string, Started>()
  readonly #firstPort: number

  /** Each series uses different ports, because the servers of another one may still be stopping. */
  constructor(firstPort: number) {
    this.#firstPort = firstPort
  }

  async get(contender: Contender, routeCount: number): Promise<Started> {
    const key = `${contender.name} ${routeCount}`
    const found = this.#started.get(key)
    if (found !== undefined) return found
    const environment = { ROUTES: String(routeCount) }
    const port = this.#firstPort + this.#started.size
    const server = await RunningContender.start({ ...contender, environment }, port)
    const { cpuMicros } = await server.usage()
    const started = { server, bootMicros: cpuMicros }
    this.#started.set(key, started)
    return started
  }

  [Symbol.dispose](): void {
    for (const { server } of this.#started.values()) server[Symbol.dispose]()
  }
}
