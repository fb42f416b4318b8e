import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { until } from '../support/until.ts'
import { callOnce, startServerProcess, type ServerProcess, type Tally } from './server-process.ts'

/** Use `RESTART_CALLS=10000` for a thorough run. */
const leastCalls = Number(process.env['RESTART_CALLS'] ?? 1000)

describe('SERVER_WORKERS', () => {
  it('restarts workers on SIGHUP without failing a request', async () => {
    await using server = await startServerProcess(2)
    const tally: Tally = { answered: 0, lost: 0, refused: 0 }
    const done = new AbortController()
    const clients = Array.from({ length: 8 }, async () => {
      while (!done.signal.aborted) tally[await callOnce(server.port)] += 1
    })

    for (let restarts = 0; restarts < 4; restarts++) {
      server.child.kill('SIGHUP')
      await server.logged(/restarted/)
    }
    await until(() => tally.answered >= leastCalls)
    done.abort()
    await Promise.all(clients)

    assert.deepEqual({ ...tally, answered: 0 }, { answered: 0, lost: 0, refused: 0 })
  })

  it('replaces a worker that was killed', async () => {
    await using server = await startServerProcess(2)

    const replaced = server.logged(/is replaced/)
    const listening = server.logged(/listening/)
    assert.equal(await callOnce(server.port, '/crash'), 'lost')
    assert.equal((await replaced)['signalCode'], 'SIGKILL')
    await listening

    await assertAnswers(server)
  })

  it('has as many workers as before if one is killed during a restart', async () => {
    await using server = await startServerProcess(2)
    const [, second] = await pidsListening(server, 2)
    assert.ok(second)
    const restarted = server.logged(/restarted/)
    const replaced = server.logged(/is replaced/)

    server.child.kill('SIGHUP')
    process.kill(second, 'SIGKILL')
    await Promise.all([restarted, replaced])
    await pidsListening(server, 4)
    server.child.kill('SIGHUP')

    assert.equal((await server.logged(/restarted/))['msg'], '2 workers restarted')
  })

  it('keeps the existing workers if no other can be started', async () => {
    await using server = await startServerProcess(2)
    const refused = server.logged(/does not start/)
    server.child.kill('SIGUSR2')

    server.child.kill('SIGHUP')

    await refused
    await assertAnswers(server)
    const told = server.lines.map(({ msg }) => msg)
    assert.ok(told.includes('A worker cannot be started'))
    assert.ok(!told.some((msg) => /restarted/.test(String(msg))))
  })

  it('kills a new worker that never listens, keeps the existing ones, and restarts them the next time', async () => {
    const environment = { WORKER_TIMEOUT_MS: '1000', HANGING_WORKER: '3' }
    await using server = await startServerProcess(2, {}, environment)
    const killed = server.logged(/does not listen and is killed/)
    const refused = server.logged(/does not start/)
    const restarted = server.logged(/restarted/)

    server.child.kill('SIGHUP')

    assert.equal((await killed)['startingSeconds'], 10)
    await refused
    await assertAnswers(server)
    server.child.kill('SIGHUP')
    assert.equal((await restarted)['msg'], '2 workers restarted')
  })

  it('kills a worker whose event loop is blocked, logs what it was doing, and replaces it', async () => {
    // A fifth of the time is for the stack, which takes seconds on a machine that is busy.
    await using server = await startServerProcess(2, {}, { WORKER_TIMEOUT_MS: '15000' })
    const stack = server.logged(/event loop is blocked/)
    const killed = server.logged(/does not respond and is killed/)
    const replaced = server.logged(/is replaced/)

    void callOnce(server.port, '/loop')

    const told = await Promise.race([stack, killed])
    assert.match(String(told['stack']), /spin \(.*server-program\.[jt]s:\d+\)/)
    const { worker } = await killed
    assert.equal((await replaced)['worker'], worker)
    await pidsListening(server, 3)
    await assertAnswers(server)
  })

  it('kills no worker that may stand in a debugger, wherever that was turned on', async () => {
    const limit = { WORKER_TIMEOUT_MS: '600' }
    const inspected = { ...limit, NODE_OPTIONS: '--inspect=127.0.0.1:0' }
    await using plain = await startServerProcess(2, {}, limit)
    await using debugged = await startServerProcess(2, {}, inspected)

    const outcomes = await Promise.all(
      [plain, debugged].map(({ port }) => callOnce(port, '/stand')),
    )

    assert.deepEqual(outcomes, ['lost', 'answered'])
  })

  it('does not outlive its workers when one of them hangs while it is replaced', async () => {
    await using server = await startServerProcess(2)
    const pids = await pidsListening(server, 2)
    void callOnce(server.port, '/loop')
    server.child.kill('SIGHUP')
    await pidsListening(server, 3)

    server.child.kill('SIGTERM')

    assert.equal(await server.ended, 0)
    assert.deepEqual(
      pids.filter((pid) => isRunning(pid)),
      [],
    )
  })

  it('restarts all workers again if it is told to during a restart', async () => {
    await using server = await startServerProcess(2)
    const old = await pidsListening(server, 2)
    server.child.kill('SIGHUP')
    await pidsListening(server, 3)

    server.child.kill('SIGHUP')

    const twice = await pidsListening(server, 6)
    const isRestarted = ({ msg }: Record<string, unknown>) => msg === '2 workers restarted'
    await until(() => server.lines.filter(isRestarted).length >= 2)
    assert.equal(new Set(twice).size, 6, 'each worker was replaced twice')
    assert.deepEqual(
      twice.slice(0, 4).filter((pid) => isRunning(pid)),
      [],
      'none of an older program is left',
    )
    assert.deepEqual(twice.slice(0, 2), old)
  })

  it('stops all workers cleanly, even if each of them gets the signal', async () => {
    await using server = await startServerProcess(2)
    const slow = callOnce(server.port, '/slow')
    await server.begun()

    server.signalGroup('SIGTERM')

    assert.equal(await slow, 'answered')
    assert.equal(await server.ended, 0)
  })
})

/** Calls often enough to reach every worker. */
async function assertAnswers({ port }: ServerProcess): Promise<void> {
  const outcomes: string[] = []
  for (let i = 0; i < 20; i++) outcomes.push(await callOnce(port))
  assert.deepEqual(outcomes, Array(20).fill('answered'))
}

/** The pids of the listening processes, once there are that many. */
async function pidsListening({ lines }: ServerProcess, count: number): Promise<number[]> {
  const listening = () => lines.filter(({ msg }) => msg === 'listening')
  await until(() => listening().length >= count)
  return listening().map(({ pid }) => Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
