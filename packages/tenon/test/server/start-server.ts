import { defaultBodyLimits } from '../../src/web/body/body-limits.ts'
import { text } from '../../src/web/http/replies.ts'
import type { FinishedReply } from '../../src/web/http/reply.ts'
import { parseTrustedProxies } from '../../src/web/http/origin.ts'
import { HttpRequest } from '../../src/web/http/request.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { Server, type ServerOptions } from '../../src/web/server/server.ts'
import { whenReady, type MaybePromise } from '../../src/base/support/maybe-promise.ts'
import { testedEngine } from '../support/tested-engine.ts'
import { RawConnection } from './raw-connection.ts'

export type Handle = (request: HttpRequest) => MaybePromise<FinishedReply>

/** A listening server around one handler, its log lines, and raw connections to it. */
export interface TestServer extends AsyncDisposable {
  readonly server: Server
  readonly port: number
  readonly lines: readonly Record<string, unknown>[]
  connect(): Promise<RawConnection>
  /** Sends bytes on a new connection and returns everything received until it was closed. */
  exchange(bytes: string): Promise<string>
}

export interface StartOptions extends Omit<ServerOptions, 'dispatch' | 'log'> {
  readonly trustedProxies?: string
}

export async function startServer(
  handle: Handle = () => text('pong'),
  { trustedProxies = '', ...options }: StartOptions = {},
): Promise<TestServer> {
  const proxies = parseTrustedProxies(trustedProxies)
  if (proxies === undefined) throw new TypeError(trustedProxies)
  const settings = { trustedProxies: proxies, bodyLimits: defaultBodyLimits }
  const lines: Record<string, unknown>[] = []
  const log = createLog({
    level: 'debug',
    format: 'json',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  const server = new Server({
    engine: testedEngine,
    ...options,
    log,
    dispatch: (exchange) => {
      const request = new HttpRequest(exchange, settings)
      return whenReady(handle(request), (reply) => ({ request, reply }))
    },
  })
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  const open = () => RawConnection.open(port)
  return {
    server,
    port,
    lines,
    connect: open,
    exchange: async (bytes) => {
      const connection = await open()
      connection.send(bytes)
      return connection.end()
    },
    [Symbol.asyncDispose]: () => server.stop({ graceMs: 0, limitMs: 0 }),
  }
}
