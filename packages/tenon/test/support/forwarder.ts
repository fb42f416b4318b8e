import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

/** A name that may move: forwards new connections to another server than those that it has. */
export interface Forwarder extends AsyncDisposable {
  readonly url: string
  moveTo(url: string): void
}

/** Forwards TCP connections to the server of a URL. */
export async function startForwarder(url: string): Promise<Forwarder> {
  let target = new URL(url)
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    client.pipe(upstream).pipe(client)
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
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
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}
