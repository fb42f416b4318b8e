// A server as a process of its own: `server-program.ts <port> <workers>`.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { listenForStop } from '../../src/application/stop-signal.ts'
import { defaultBodyLimits } from '../../src/body/body-limits.ts'
import { json, text } from '../../src/http/replies.ts'
import { HttpRequest } from '../../src/http/request.ts'
import { noTrustedProxies } from '../../src/http/origin.ts'
import { createLog } from '../../src/log/create-log.ts'
import { createServer } from '../../src/server/server.ts'
import {
  mustSupervise,
  obeySupervisor,
  superviseWorkers,
} from '../../src/application/supervisor.ts'
import { stopOnUncaughtException } from '../../src/application/uncaught-exception.ts'
import { whenReady } from '../../src/support/maybe-promise.ts'

const [port = 0, workers = 1] = process.argv.slice(2).map(Number)
const settings = { trustedProxies: noTrustedProxies, bodyLimits: defaultBodyLimits }
const log = createLog({ level: 'info', format: 'json' })
using stop = listenForStop({ hasSupervisor: workers > 1 })
// From then on no worker can be started: there is no such folder.
if (mustSupervise(workers)) process.on('SIGUSR2', () => cluster.setupPrimary({ cwd: '/nowhere' }))
process.exitCode = mustSupervise(workers)
  ? await superviseWorkers({ count: workers, log, signal: stop.signal })
  : await serve()

async function serve(): Promise<number | undefined> {
  const stopping = new AbortController()
  using _uncaught = stopOnUncaughtException(log, () => stopping.abort())
  const abort = () => stopping.abort()
  using _supervised = obeySupervisor({ stop: abort, retire: abort })
  const server = createServer({
    log,
    dispatch: (exchange) => {
      const request = new HttpRequest(exchange, settings)
      return whenReady(answer(request), (reply) => ({ request, reply }))
    },
  })
  const address = await server.listen({ host: '127.0.0.1', port })
  log.info('listening', { port: address.port })
  const signal = AbortSignal.any([stop.signal, stopping.signal])
  if (!signal.aborted) await once(signal, 'abort')
  await server.stop()
  return process.exitCode === 1 ? 1 : 0
}

function answer(request: HttpRequest) {
  switch (request.path()) {
    case '/slow':
      return delay(1000).then(() => text('slow'))
    case '/hang':
      return new Promise<never>(() => {})
    case '/crash':
      return process.kill(process.pid, 'SIGKILL') && text('')
    case '/throw':
      setImmediate(() => {
        throw new Error('outside of a request')
      })
      return text('thrown')
    case '/print':
      log.info('printed')
      return text('printed')
    default:
      return json({ pid: process.pid })
  }
}
