import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { until } from '../../../../test/support/until.ts'
import { TimeLimit } from './time-limit.ts'
import { keepBusy } from '../../../../test/support/keep-busy.ts'

describe('a time limit', () => {
  it('expires if nothing is answered', async () => {
    const { promise, resolve } = Promise.withResolvers<number>()

    const limit = new TimeLimit(20, resolve)

    // On a busy machine, this process may have had to wait as well.
    assert.ok((await promise) < 5000)
    limit.stop()
  })

  it('lets an answer be read that arrived while the event loop was blocked', async () => {
    await using pair = await openPair()
    const { promise, resolve } = Promise.withResolvers<string>()

    const limit = new TimeLimit(20, () => resolve('expired'))
    pair.near.once('data', () => resolve('answered'))
    pair.far.write('answer')
    keepBusy(60)

    assert.equal(await promise, 'answered')
    limit.stop()
  })

  it('tells how long this process was busy if it is late again', async () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const blocking = setInterval(() => keepBusy(80), 1)

    const limit = new TimeLimit(20, resolve)

    const busyMs = await promise
    clearInterval(blocking)
    limit.stop()
    assert.ok(busyMs > 10, `${busyMs} ms`)
  })

  it('says that the other side was silent if the loop was free at the end', async () => {
    const expire = async () => {
      const { promise, resolve } = Promise.withResolvers<number>()
      const limit = new TimeLimit(20, resolve)
      keepBusy(60)
      return promise.finally(() => limit.stop())
    }

    // On a busy machine, the loop may not be free at the end of the first one.
    await until(async () => (await expire()) === 0)
  })

  it('never expires once it was stopped', async () => {
    let expired = 0
    const limit = new TimeLimit(1, () => expired++)
    keepBusy(30)

    await nextTurn()
    limit.stop()

    await delay(20) // time: of which the limit would have been over
    assert.equal(expired, 0)
  })
})

/** Both ends of a connection. */
async function openPair() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [[far]] = (await Promise.all([once(server, 'connection'), once(near, 'connect')])) as [
    [Socket],
    unknown,
  ]
  return {
    near,
    far,
    async [Symbol.asyncDispose]() {
      near.destroy()
      far.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
