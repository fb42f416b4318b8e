// A server in a separate process: `server-program.ts <port> <workers> <stop options as JSON>`.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { listenForStop } from '../../src/application/runtime/stop-signal.ts'
import { defaultBodyLimits } from '../../src/web/body/body-limits.ts'
import { json, stream, text } from '../../src/web/http/replies.ts'
import { HttpRequest } from '../../src/web/http/request.ts'
import { noTrustedProxies } from '../../src/web/http/origin.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { createServer, type StopOptions } from '../../src/web/server/server.ts'
import { followSupervisor } from '../../src/application/runtime/supervision/follow-supervisor.ts'
import {
  mustSupervise,
  superviseWorkers,
} from '../../src/application/runtime/supervision/supervisor.ts'
import { stopOnUncaughtException } from '../../src/application/runtime/uncaught-exception.ts'
import { testedEngine } from '../support/tested-engine.ts'
import { whenReady } from '../../src/base/support/maybe-promise.ts'

const [port = 0, workers = 1] = process.argv.slice(2, 4).map(Number)
const stopOptions: StopOptions = JSON.parse(process.argv[4] ?? '{}')
const settings = { trustedProxies: noTrustedProxies, bodyLimits: defaultBodyLimits }
/** Short, because the tests wait for it. */
const workerTimeoutMs = Number(process.env['WORKER_TIMEOUT_MS'] ?? 3000)
/** How much later than the first worker the second one begins to stop. */
const lateMs = Number(process.env['LATE_MS'] ?? 0)
const lasting = new Set(['/slow', '/body', '/patient', '/hang'])
const log = createLog({ level: 'info', format: 'json' })
/** As an application that waits before it serves for something that never comes. */
if (cluster.worker?.id === Number(process.env['HANGING_WORKER'])) await once(process, 'SIGUSR1')
using stop = listenForStop({ hasSupervisor: workers > 1 })
// From then on no worker can be started, because the folder does not exist.
if (mustSupervise(workers)) process.on('SIGUSR2', () => cluster.setupPrimary({ cwd: '/nowhere' }))
process.exitCode = mustSupervise(workers)
  ? await superviseWorkers({ count: workers, workerTimeoutMs, log, signal: stop.signal })
  : await serve()

async function serve(): Promise<number | undefined> {
  const stopping = new AbortController()
  using _uncaught = stopOnUncaughtException(log, () => stopping.abort())
  const abort = () => stopping.abort()
  using supervisor = followSupervisor({ stop: abort, retire: abort, workerTimeoutMs })
  const server = createServer({
    engine: testedEngine,
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
  if (cluster.worker?.id === 2) await delay(lateMs) // time: a worker that stops later than the other
  await server.stop({ ...stopOptions, portClosed: supervisor.portClosed })
  return process.exitCode === 1 ? 1 : 0
}

function answer(request: HttpRequest) {
  if (lasting.has(request.path())) log.info('begun')
  switch (request.path()) {
    case '/slow':
      return delay(1000).then(() => text('slow')) // time: a slow handler
    case '/events':
      return stream(events(request.signal), 'text/event-stream')
    case '/deaf-events':
      return stream(deafEvents(), 'text/event-stream; charset=utf-8')
    case '/patient':
      return once(request.signal, 'abort').then(() => text(String(request.signal.reason)))
    case '/body':
      return request.text().then(text)
    case '/hang':
      return new Promise<never>(() => {})
    case '/loop':
      return spin()
    case '/stand':
      return standStill()
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

/** Blocks the event loop for good, and leaves the processor to other tests. */
function spin(): never {
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (;;) Atomics.wait(never, 0, 0, 10) // time: never ends
}

/** Blocks the event loop for longer than a worker may be silent, as a breakpoint does. */
function standStill() {
  // time: longer than a worker may be silent
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerTimeoutMs * 2)
  return text('stood')
}

/** One event, then nothing until the signal is aborted. */
async function* events(signal: AbortSignal): AsyncIterable<Uint8Array> {
  yield Buffer.from('data: hello\n\n')
  await once(signal, 'abort')
  log.info('aborted', { reason: String(signal.reason) })
}

/** One event, then nothing more. */
async function* deafEvents(): AsyncIterable<Uint8Array> {
  yield Buffer.from('data: hello\n\n')
  await new Promise(() => {})
}
