import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A network to a server that refuses, delays and cuts connections. */
export interface BadNetwork extends AsyncDisposable {
  readonly port: number
  /** How often something went wrong. */
  readonly faults: number
}

/**
 * Forwards connections to a port on this machine, late and in pieces. Refuses 10% of them, never answers 10%, and cuts
 * 40% within 1.5 s.
 */
export async function startBadNetwork(target: number): Promise<BadNetwork> {
  let faults = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const fate = Math.random()
    open.add(client)
    client.on('error', () => {}).on('close', () => open.delete(client))
    if (fate < 0.1) {
      faults += 1
      client.destroy()
      return
    }
    const upstream = connect(target, '127.0.0.1').on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(inPieces()).pipe(upstream)
    if (fate < 0.2) {
      faults += 1
      upstream.resume()
      return
    }
    upstream.pipe(inPieces()).pipe(client)
    if (fate < 0.6) {
      faults += 1
      setTimeout(() => client.destroy(), Math.random() * 1500).unref()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get faults() {
      return faults
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Splits each chunk in two, and delays the second half by up to 50 ms. */
function inPieces(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const half = Math.ceil(chunk.length / 2)
      this.push(chunk.subarray(0, half))
      setTimeout(() => done(null, chunk.subarray(half)), Math.random() * 50)
    },
  })
}
