import { boot, type BootOptions } from '../../src/application/kernel/boot.ts'
import { noAssets } from '../../src/pages/assets/page-assets.ts'
import { toSettings } from '../../src/application/config/settings.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { Server, type ServerOptions } from '../../src/web/server/server.ts'
import { testedEngine } from '../support/tested-engine.ts'
import { RawConnection } from '../server/raw-connection.ts'

/** One request. Defaults: a GET of `/` at `localhost` that closes the connection. */
export interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** A whole application behind a socket. */
export interface StartedApplication extends AsyncDisposable {
  readonly port: number
  readonly lines: readonly Record<string, unknown>[]
  send(sent: Sent): Promise<Answer>
}

export async function startApplication(
  application: BootOptions,
  environment: Readonly<Record<string, string>> = {},
  limits: ServerOptions['limits'] = {},
): Promise<StartedApplication> {
  const lines: Record<string, unknown>[] = []
  const log = createLog({
    level: 'debug',
    format: 'json',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  const kernel = boot({
    application,
    settings: toSettings(new Map(Object.entries({ APP_ENV: 'test', ...environment }))),
    database: undefined,
    log,
    client: { assets: noAssets, builtIns: [] },
    isDraining: () => false,
  })
  const server = new Server({
    dispatch: (exchange) => kernel.handle(exchange),
    log,
    limits,
    engine: testedEngine,
  })
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    port,
    lines,
    send: async (sent) => {
      using connection = await RawConnection.open(port)
      connection.send(toBytes(sent))
      return toAnswer(await connection.end())
    },
    [Symbol.asyncDispose]: () => server.stop({ graceMs: 0, limitMs: 0 }),
  }
}

/** Header names are sent unchanged, so a test can send what a proxy or an attacker would. */
function toBytes({ method = 'GET', path = '/', headers = {}, body = '' }: Sent): string {
  const isFramed = body === '' || 'Transfer-Encoding' in headers
  const length = isFramed ? {} : { 'Content-Length': String(body.length) }
  const all = { Host: 'localhost', Connection: 'close', ...length, ...headers }
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n${body}`
}

function toAnswer(received: string): Answer {
  const end = received.indexOf('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1])
  return { status, head: received.slice(0, end + 2), body: received.slice(end + 4) }
}
