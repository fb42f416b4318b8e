import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** An address whose server can change: new connections go to the new server, and open ones stay. */
export interface Forwarder extends AsyncDisposable {
  readonly url: string
  moveTo(url: string): void
  /** While it is away, ends all open and all new connections. */
  setAway(isAway: boolean): void
}

/** Forwards TCP connections to the server of a URL. */
export async function startForwarder(url: string): Promise<Forwarder> {
  let target = new URL(url)
  let isAway = false
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    if (isAway) {
      client.destroy()
      return
    }
    clients.add(client)
    const upstream = connect(Number(target.port), target.hostname)
    client.pipe(upstream).pipe(client)
    client.on('error', () => upstream.destroy())
    client.on('close', () => {
      clients.delete(client)
      upstream.destroy()
    })
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = new URL(url)
  own.port = String((server.address() as AddressInfo).port)
  return {
    url: own.href,
    moveTo(moved) {
      target = new URL(moved)
    },
    setAway(away) {
      isAway = away
      if (isAway) for (const client of clients) client.destroy()
    },
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}
