import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { callOnce, keepCalling, startServerProcess, type Tally } from './server-process.ts'

describe('SIGTERM', () => {
  it('loses no request of 40 busy keep-alive clients and 5 slow ones', async () => {
    await using server = await startServerProcess()
    const tally: Tally = { answered: 0, lost: 0, refused: 0 }
    const busy = Array.from({ length: 40 }, () => keepCalling(server.port, tally))
    await delay(500)
    const slow = Array.from({ length: 5 }, () => callOnce(server.port, '/slow'))
    await delay(200)

    server.child.kill('SIGTERM')

    assert.equal(await server.ended, 0)
    await Promise.all(busy)
    assert.equal(tally.lost, 0)
    assert.ok(tally.answered > 200, `${tally.answered} answered`)
    assert.deepEqual(await Promise.all(slow), Array(5).fill('answered'))
  })

  it('ends at once when it comes twice', async () => {
    await using server = await startServerProcess()
    void callOnce(server.port, '/hang')
    await delay(100)

    server.child.kill('SIGTERM')
    await delay(100)
    server.child.kill('SIGTERM')

    assert.equal(await server.ended, 143)
  })
})

describe('an exception that reaches nobody', () => {
  it('is logged, and the process stops with code 1 after answering what it has', async () => {
    await using server = await startServerProcess()
    const slow = callOnce(server.port, '/slow')
    await delay(100)

    assert.equal(await callOnce(server.port, '/throw'), 'answered')

    assert.equal(await slow, 'answered')
    assert.equal(await server.ended, 1)
    assert.ok(server.lines.some(({ level }) => level === 'fatal'))
  })
})

describe('a log that nobody reads any more', () => {
  it('does not end the server', async () => {
    await using server = await startServerProcess()

    server.child.stdout?.destroy()

    assert.equal(await callOnce(server.port, '/print'), 'answered')
    assert.equal(await callOnce(server.port, '/print'), 'answered')
  })
})
