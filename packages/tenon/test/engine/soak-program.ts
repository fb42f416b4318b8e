// A server on the tested engine in a separate process, which reports its memory and stops on request.
import { setTimeout as delay } from 'node:timers/promises'
import { createLog } from '../../src/base/log/create-log.ts'
import { whenReady, type MaybePromise } from '../../src/base/support/maybe-promise.ts'
import { defaultBodyLimits } from '../../src/web/body/body-limits.ts'
import { noTrustedProxies } from '../../src/web/http/origin.ts'
import { json, stream, text } from '../../src/web/http/replies.ts'
import type { FinishedReply } from '../../src/web/http/reply.ts'
import { HttpRequest } from '../../src/web/http/request.ts'
import { createServer } from '../../src/web/server/server.ts'
import { testedEngine } from '../support/tested-engine.ts'

/** What the server reports: memory after a collection of garbage, and open connections. */
export interface Usage {
  readonly residentBytes: number
  readonly heapBytes: number
  readonly connections: number
}

const settings = { trustedProxies: noTrustedProxies, bodyLimits: defaultBodyLimits }
const server = createServer({
  engine: testedEngine,
  log: createLog({ level: 'error', format: 'json' }),
  dispatch: (exchange) => {
    const request = new HttpRequest(exchange, settings)
    return whenReady(answer(request), (reply) => ({ request, reply }))
  },
})
const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
process.on('message', (message) => {
  if (message === 'usage') server.node.getConnections((_error, open) => report(open))
  else void stop()
})
// The process that started it may have been killed.
process.on('disconnect', () => process.exit())
process.send?.(port)

function report(connections: number): void {
  globalThis.gc?.()
  const { rss: residentBytes, heapUsed: heapBytes } = process.memoryUsage()
  const usage: Usage = { residentBytes, heapBytes, connections }
  process.send?.(usage)
}

async function stop(): Promise<void> {
  await server.stop({ graceMs: 200, limitMs: 5000 })
  process.disconnect()
}

function answer(request: HttpRequest): MaybePromise<FinishedReply> {
  switch (request.path()) {
    case '/body':
      return request.text().then(text)
    case '/wait':
      return delay(20).then(() => text('waited')) // time: a slow handler
    case '/large':
      return text(`${'x'.repeat(2_000_000)}end`)
    case '/stream':
      return stream(new Blob(['y'.repeat(200_000)]).stream())
    default:
      return json({ path: request.path(), query: [...request.query] })
  }
}
