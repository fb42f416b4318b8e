import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free port, for what has to know its origin before it listens. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new TypeError('A port was found')
  return address.port
}
