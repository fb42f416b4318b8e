import { once } from 'node:events'
import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Sends the requests of page clients to a server of a benchmark. */
export class PageClient {
  readonly #options: RequestOptions
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })

  /** Give a client with limits of its own another `localAddress` than 127.0.0.1. */
  constructor(port: number, localAddress?: string) {
    this.#options = { host: '127.0.0.1', port, localAddress }
  }

  async send(method: string, path: string, agent = this.#agent): Promise<string> {
    const headers = { 'x-inertia': 'true' }
    const sent = request({ ...this.#options, method, path, agent, headers })
    sent.end()
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    return (await answer?.setEncoding('utf8').toArray())?.join('') ?? ''
  }

  async untilServed(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        await this.send('GET', '/ping')
        return
      } catch (error) {
        if (tries > 600) throw error
        // time: the server is starting
        await delay(50)
      }
    }
  }

  /** Opens a stream of changes; `onEvent` gets the text of each event. */
  async open(tickets: unknown, onEvent: (text: string) => void): Promise<IncomingMessage> {
    const headers = { 'content-type': 'application/json', connection: 'keep-alive' }
    const target = { method: 'POST', path: '/_app/changes', agent: false as const, headers }
    const sent = request({ ...this.#options, ...target })
    sent.end(JSON.stringify({ tickets }))
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    if (answer?.statusCode !== 200) throw new Error(`Status ${answer?.statusCode}`)
    answer.setEncoding('utf8').on('data', onEvent)
    answer.on('error', () => {})
    return answer
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** The environment of a server of a benchmark. */
export function serverEnvironment(port: number): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    SERVER_HOST: '127.0.0.1',
    SERVER_PORT: String(port),
    DATABASE_URL: 'sqlite::memory:',
    APP_ENV: 'production',
    APP_KEY: 'a key of 32 bytes or more, for the bench',
    APP_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
  }
}
