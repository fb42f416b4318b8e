import { setTimeout as delay } from 'node:timers/promises'
import { RawConnection } from '../server/raw-connection.ts'
import type { Random } from './random.ts'

/** What became of the requests of clients that keep the rules. */
export interface Served {
  answered: number
  /** Never answered, or answered with something else. */
  lost: number
}

interface Crowd {
  readonly port: number
  readonly random: Random
  readonly signal: AbortSignal
  readonly pauseMs: number
}

/** Sends one request after another on one connection, and checks each response. */
export async function runGoodClient(crowd: Crowd, served: Served): Promise<void> {
  const { port, random, signal, pauseMs } = crowd
  using connection = await RawConnection.open(port)
  while (!signal.aborted) {
    const { request, response } = random.of(exchanges)
    try {
      connection.send(request)
      await connection.until(response)
      served.answered += 1
    } catch {
      served.lost += 1
      return
    }
    await delay(random.below(2 * pauseMs)) // time: a client's pause
  }
}

/** Opens connections that break off, stall or do not read, one after another. */
export async function runBadClient({ port, random, signal, pauseMs }: Crowd): Promise<void> {
  while (!signal.aborted) {
    using connection = await RawConnection.open(port)
    const { request } = random.of(exchanges)
    switch (random.below(5)) {
      case 0:
        connection.send(request.slice(0, random.below(request.length)))
        break
      case 1:
        for (const byte of request.slice(0, 30)) {
          connection.send(byte)
          await delay(random.below(5)) // time: a byte at a time
        }
        break
      case 2:
        connection.send(`${request}${request}`)
        break
      case 3:
        connection.socket.pause()
        connection.send('GET /large HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3))
        await delay(random.below(4 * pauseMs)) // time: a client that does not read
        break
      default:
        connection.send('GET / HTTP/1.1\r\nHost : a\r\n\r\n')
    }
    await delay(random.below(2 * pauseMs)) // time: a client's pause
    if (random.once(2)) connection.socket.resetAndDestroy()
  }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

const exchanges: readonly [Exchange, ...Exchange[]] = [
  { request: get('/1?a=b'), response: /\{"path":"\/1"[^}]*\}$/ },
  { request: get('/2', 'Accept: */*\r\nCookie: a=1\r\n'), response: /\{"path":"\/2"[^}]*\}$/ },
  { request: get('/wait'), response: /waited$/ },
  { request: get('/stream'), response: /\r\n0\r\n\r\n$/ },
  { request: get('/large'), response: /end$/ },
  {
    request: 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n{"a":1}',
    response: /\r\n\r\n\{"a":1\}$/,
  },
  {
    request:
      'POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n',
    response: /\r\n\r\nhi$/,
  },
]

interface Exchange {
  readonly request: string
  readonly response: RegExp
}
