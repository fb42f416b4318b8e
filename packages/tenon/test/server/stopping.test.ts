import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { text } from '../../src/web/http/replies.ts'
import { serverEngines, type ServerEngine } from '../../src/web/server/engine/server-engine.ts'
import type { StopOptions } from '../../src/web/server/server.ts'
import { keepBusy } from '../support/keep-busy.ts'
import { until } from '../support/until.ts'
import { RawConnection } from './raw-connection.ts'
import {
  callAtTimes,
  callOnce,
  keepCalling,
  keepReconnecting,
  startServerProcess,
  type Tally,
} from './server-process.ts'
import { startServer } from './start-server.ts'

/** Use `STOPS=20` for a thorough run. */
const stops = Number(process.env['STOPS'] ?? 3)

describe('SIGTERM', () => {
  it('loses no request of 40 busy keep-alive clients and 5 slow ones', async () => {
    await using server = await startServerProcess()
    const tally: Tally = { answered: 0, lost: 0, refused: 0 }
    const busy = Array.from({ length: 40 }, () => keepCalling(server.port, tally))
    await until(() => tally.answered > 200)
    const slow = Array.from({ length: 5 }, () => callOnce(server.port, '/slow'))
    await server.begun(5)

    server.child.kill('SIGTERM')

    assert.equal(await server.ended, 0)
    await Promise.all(busy)
    assert.equal(tally.lost, 0)
    assert.ok(tally.answered > 200, `${tally.answered} answered`)
    assert.deepEqual(await Promise.all(slow), Array(5).fill('answered'))
  })

  it('resets no connection of 40 reconnecting clients', () => stopManyTimes(1, {}))

  it('resets none after a drain period', () => stopManyTimes(1, { drainMs: 300 }))

  it('resets none when several workers serve', () => stopManyTimes(2, {}))

  it('sends no client of one worker to another that is about to close the port', async () => {
    await using server = await startServerProcess(2, {}, { LATE_MS: '1000' })
    const tally: Tally = { answered: 0, lost: 0, refused: 0 }
    const clients = Array.from({ length: 20 }, () => keepCalling(server.port, tally))
    await until(() => tally.answered > 1000)

    server.child.kill('SIGTERM')
    await Promise.race(clients)
    const next = await callOnce(server.port)

    assert.equal(next, 'refused')
    assert.equal(await server.ended, 0)
    assert.equal(tally.lost, 0)
  })

  it('ends the process as soon as a client that never sends its body was cut off', async () => {
    await using server = await startServerProcess(1, { limitMs: 300 })
    using connection = await RawConnection.open(server.port)
    connection.send('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n')
    await server.begun()

    server.child.kill('SIGTERM')
    await connection.end()

    const alive = delay(3000, 'alive') // time: only a failure takes it
    assert.equal(await Promise.race([server.ended, alive]), 0)
  })

  it('ends event streams at once, also those that do not listen to their signal', async () => {
    await using server = await startServerProcess()
    const paths = ['/events', '/deaf-events']
    const clients = await Promise.all(paths.map(() => RawConnection.open(server.port)))
    for (const [i, path] of paths.entries()) {
      clients[i]?.send(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    }
    await Promise.all(clients.map((client) => client.until(/hello/)))
    const aborted = server.logged(/aborted/)

    const startedAt = performance.now()
    server.child.kill('SIGTERM')

    assert.equal(await server.ended, 0)
    assert.ok(performance.now() - startedAt < 5000, 'it waited for the streams')
    assert.match(String((await aborted)['reason']), /AbortError: The server is stopping/)
    // The chunk of length 0: the stream has ended, and was not cut.
    const ends = await Promise.all(clients.map((client) => client.end()))
    assert.deepEqual(
      ends.map((text) => text.slice(-5)),
      ['0\r\n\r\n', '0\r\n\r\n'],
    )
  })

  it('ends event streams that begin while it drains', async () => {
    await using server = await startServerProcess(1, { drainMs: 1000 })

    server.child.kill('SIGTERM')
    await delay(200) // time: it drains
    using client = await RawConnection.open(server.port)
    client.send('GET /events HTTP/1.1\r\nHost: a\r\n\r\n')

    assert.match(await client.end(), /^HTTP\/1\.1 200 [^]*\r\n0\r\n\r\n$/)
    assert.equal(await server.ended, 0)
  })

  it('aborts the signal of other requests shortly before they are cut off', async () => {
    await using server = await startServerProcess(1, { limitMs: 2500, noticeMs: 1000 })
    using client = await RawConnection.open(server.port)
    client.send('GET /patient HTTP/1.1\r\nHost: a\r\n\r\n')
    await server.begun()

    const startedAt = performance.now()
    server.child.kill('SIGTERM')

    assert.match(await client.end(), /^HTTP\/1\.1 200 [^]*AbortError: The server is stopping$/)
    assert.ok(performance.now() - startedAt > 1200, 'its signal was aborted too early')
    assert.equal(await server.ended, 0)
  })

  it('ends the process immediately when it is sent twice', async () => {
    await using server = await startServerProcess()
    void callOnce(server.port, '/hang')
    await server.begun()

    server.child.kill('SIGTERM')
    await until(async () => (await callOnce(server.port)) === 'refused')
    server.child.kill('SIGTERM')

    assert.equal(await server.ended, 143)
  })
})

for (const engine of serverEngines) {
  describe(`a stop of the engine \`${engine}\``, () => {
    it('closes idle connections one by one, and answers requests that arrive meanwhile on others', async () => {
      await using app = await startServer(undefined, { engine })
      const accepted: Socket[] = []
      app.server.node.on('connection', (socket) => accepted.push(socket))
      const idle = await Promise.all(Array.from({ length: 20 }, () => app.connect()))
      for (const connection of idle) ask(connection)
      await Promise.all(idle.map((connection) => connection.until(/pong$/)))

      const stopped = app.server.stop({ graceMs: 50 })
      await Promise.race(accepted.map((socket) => once(socket, 'close')))
      for (const connection of idle) ask(connection)
      await stopped

      const answers = await Promise.all(idle.map((connection) => connection.end()))
      const answered = answers.filter((answer) => answer.endsWith('pong'))
      assert.equal(answered.length, 19)
    })

    it('resets no request of clients that pause between two of them', () => stopAtTimes(engine, 1))

    it('resets none when several workers serve', () => stopAtTimes(engine, 2))
  })
}

describe('a stop while handlers block the process, as with SQLite,', () => {
  it('resets no connection that is opened meanwhile', async () => {
    let client: ReturnType<typeof callOnce> | undefined
    let turns = 0
    await using app = await startServer((request) => {
      if (request.path() === '/') return text('pong')
      keepBusy(12)
      turns += 1
      // Three turns of the event loop have brought no connection.
      if (turns === 4) client = callOnce(app.port)
      else ask(chain[turns % 2])
      return text('pong')
    })
    const chain = [await app.connect(), await app.connect()]

    const stopped = app.server.stop()
    ask(chain[0])
    await stopped

    assert.equal(await client, 'answered')
  })

  it('loses no request that arrives meanwhile on an idle connection', async () => {
    const asked: RawConnection[] = []
    let endAt = Infinity
    const askNext = (): void => {
      const next = idle.pop()
      if (next === undefined || performance.now() > endAt) return
      ask(next)
      asked.push(next)
    }
    await using app = await startServer(() => {
      keepBusy(12)
      askNext()
      return text('pong')
    })
    const idle = await Promise.all(Array.from({ length: 40 }, () => app.connect()))

    const portClosed = async (): Promise<void> => {
      endAt = performance.now() + 400
      askNext()
    }
    await app.server.stop({ graceMs: 200, portClosed })

    const answers = await Promise.all(asked.map((connection) => connection.end()))
    assert.deepEqual(
      answers.map((answer) => answer.endsWith('pong')),
      asked.map(() => true),
    )
  })

  it('keeps idle connections open for longer', async () => {
    let turns = 0
    await using app = await startServer(() => {
      turns += 1
      if (turns > 5) return text('late')
      keepBusy(100)
      ask(chain[turns])
      return text('pong')
    })
    const chain = await Promise.all(Array.from({ length: 5 }, () => app.connect()))
    using late = await app.connect()

    const portClosed = async (): Promise<void> => ask(chain[0])
    const stopped = app.server.stop({ graceMs: 400, portClosed })
    await chain.at(-1)?.until(/pong$/)
    await delay(50) // time: a client's pause
    ask(late)

    assert.match(await late.end(), /late$/)
    await stopped
  })
})

describe('an uncaught exception', () => {
  it('is logged, and the process answers pending requests and exits with code 1', async () => {
    await using server = await startServerProcess()
    const slow = callOnce(server.port, '/slow')
    await server.begun()

    assert.equal(await callOnce(server.port, '/throw'), 'answered')

    assert.equal(await slow, 'answered')
    assert.equal(await server.ended, 1)
    assert.ok(server.lines.some(({ level }) => level === 'fatal'))
  })
})

describe('a log whose reader is gone', () => {
  it('does not stop the server', async () => {
    await using server = await startServerProcess()

    server.child.stdout?.destroy()

    assert.equal(await callOnce(server.port, '/print'), 'answered')
    assert.equal(await callOnce(server.port, '/print'), 'answered')
  })
})

/** Stops servers while 40 clients call them, each reconnecting when its connection is closed. */
async function stopManyTimes(workers: number, options: StopOptions): Promise<void> {
  const tally: Tally = { answered: 0, lost: 0, refused: 0 }

  for (let stop = 0; stop < stops; stop++) {
    await using server = await startServerProcess(workers, options)
    const clients = Array.from({ length: 40 }, () => keepReconnecting(server.port, tally))
    await until(() => tally.answered > (stop + 1) * 100)
    server.child.kill('SIGTERM')
    await Promise.all(clients)
    assert.equal(await server.ended, 0, `stop ${stop}`)
  }

  assert.equal(tally.lost, 0)
  assert.ok(tally.answered > stops * 100, `${tally.answered} answered`)
}

/** Stops servers while 200 clients hold connections on which they ask something at times. */
async function stopAtTimes(engine: ServerEngine, workers: number): Promise<void> {
  const tallies: Tally[] = []

  for (let stop = 0; stop < stops; stop++) {
    const tally: Tally = { answered: 0, lost: 0, refused: 0 }
    tallies.push(tally)
    await using server = await startServerProcess(workers, {}, { SERVER_ENGINE: engine })
    const clients = Array.from({ length: 200 }, () => callAtTimes(server.port, tally))
    await until(() => tally.answered > 400)
    server.child.kill('SIGTERM')
    await Promise.all(clients)
    assert.equal(await server.ended, 0, `stop ${stop}`)
  }

  assert.deepEqual(
    tallies.map(({ lost }) => lost),
    tallies.map(() => 0),
  )
}

function ask(connection?: RawConnection): void {
  connection?.send('GET /next HTTP/1.1\r\nHost: a\r\n\r\n')
}
