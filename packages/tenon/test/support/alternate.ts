import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An address behind which two replicas answer in turn. */
export interface Alternating extends AsyncDisposable {
  readonly origin: string
}

/** Sends requests to two replicas in turn, and asks the other one for a file that one does not have. */
export async function alternate(first: string, second: string): Promise<Alternating> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    turn += 1
    const replicas = turn % 2 === 0 ? [first, second] : [second, first]
    pass(incoming, outgoing, replicas)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Sound: it listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  [to, ...others]: string[],
): void {
  const { method, url = '/', headers } = incoming
  const passed = request(`${to}${url}`, { method, headers }, (answer) => {
    const isMissing = answer.statusCode === 404 && url.startsWith('/assets/')
    if (isMissing && others.length > 0) {
      answer.resume()
      pass(incoming, outgoing, others)
      return
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
}
