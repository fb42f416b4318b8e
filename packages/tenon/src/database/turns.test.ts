import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Turns } from './turns.ts'

describe('Turns', () => {
  it('come in the order of asking, and nobody overtakes', async () => {
    const turns = new Turns()
    const order: string[] = []
    const take = async (name: string) => {
      await turns.take()
      order.push(name)
    }

    await take('first')
    const waiting = [take('second'), take('third')]
    turns.release()
    const isHandedOn = turns.isTaken
    await waiting[0]
    turns.release()
    await waiting[1]
    turns.release()

    assert.deepEqual(order, ['first', 'second', 'third'])
    assert.deepEqual([isHandedOn, turns.isTaken], [true, false])
  })

  it('are given up after the time limit, and the next in line still gets his', async () => {
    const turns = new Turns()
    await turns.take()
    const late = turns.take({ timeoutMs: 5, timeout: () => new Error('too late') })
    const patient = turns.take()

    await assert.rejects(late, /too late/)
    turns.release()

    await patient
  })
})
