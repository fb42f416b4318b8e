import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { History } from './history.ts'

const notes = { notes: true } as const
const changes = [{ table: 'notes', rows: undefined, isDelete: false }]

/** A time after all that has happened, and before all that will. */
function now(): number {
  const before = performance.now()
  let time = before
  while (time === before) time = performance.now()
  return time
}

/** A history in which another process, which is whole, has told one change. */
function start(): History {
  const history = new History()
  history.begin('own', 0, true)
  history.begin('other', 0, true)
  history.add({ source: 'other', number: 1, changes })
  return history
}

describe('the position at a time', () => {
  it('knows what was heard before, and nothing that was heard since', () => {
    const history = start()
    const time = now()
    const early = history.position('own', time)

    history.add({ source: 'other', number: 2, changes })
    history.add({ source: 'own', number: 1, changes: [] })

    assert.equal(early, 'own:0,other:1')
    assert.equal(history.position('own', time), early)
    assert.equal(history.position('own', Infinity), 'own:1,other:2')
    assert.equal(history.hasChanged(notes, early), true)
  })

  it('knows that a process that was heard since has changed nothing before, if it is whole', () => {
    const history = start()
    const time = now()

    history.begin('new', 0, true)
    const untold = history.position('own', time)
    history.add({ source: 'new', number: 1, changes })

    assert.equal(untold, 'own:0,other:1,new:0')
    assert.equal(history.hasChanged(notes, history.position('own', time)), true)
  })

  it('does not know what a process has changed before it was heard', () => {
    const history = start()
    const time = now()

    history.begin('new', 7, true)

    assert.equal(history.hasChanged(notes, history.position('own', time)), true)
    assert.equal(history.hasChanged(notes, history.position('own', Infinity)), false)
  })

  it('knows nothing if more has changed since than is remembered', () => {
    const history = start()
    const time = now()

    for (let number = 2; number <= 1100; number += 1)
      history.add({ source: 'other', number, changes: [] })

    assert.equal(history.hasChanged(notes, history.position('own', time)), true)
    assert.equal(history.hasChanged(notes, history.position('own', now())), false)
  })
})
