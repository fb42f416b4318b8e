import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Mutex } from './mutex.ts'
import { keepBusy } from '../../../test/support/keep-busy.ts'

describe('a mutex', () => {
  it('is passed on in the order of requests, and no caller overtakes another', async () => {
    const mutex = new Mutex()
    const order: string[] = []
    const acquire = async (name: string) => {
      await mutex.acquire()
      order.push(name)
    }

    await acquire('first')
    const waiting = [acquire('second'), acquire('third')]
    mutex.release()
    const isHandedOn = mutex.isLocked
    await waiting[0]
    mutex.release()
    await waiting[1]
    mutex.release()

    assert.deepEqual(order, ['first', 'second', 'third'])
    assert.deepEqual([isHandedOn, mutex.isLocked], [true, false])
  })

  it('gives up after the time limit, and the next in line still gets it', async () => {
    const mutex = new Mutex()
    await mutex.acquire()
    const late = mutex.acquire({ timeoutMs: 5, timeout: () => new Error('too late') })
    const patient = mutex.acquire()

    await assert.rejects(late, /too late/)
    mutex.release()

    await patient
  })

  it('is not given up because the event loop was blocked, which kept the holder from going on', async () => {
    const mutex = new Mutex()
    await mutex.acquire()
    const second = mutex.acquire({ timeoutMs: 20, timeout: () => new Error('too late') })

    await nextTurn()
    setImmediate(() => mutex.release())
    keepBusy(60)

    await second
  })
})
