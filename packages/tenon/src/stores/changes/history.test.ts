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

describe('what a source that has ended has published', () => {
  /** Two messages of another process, which ends; `between` is a position between them. */
  function end() {
    const history = start()
    const say = (number: number, message: string) =>
      history.add({ source: 'other', number, changes: [], published: [['room', message]] })
    say(2, 'first')
    const between = history.position('own', Infinity)
    say(3, 'second')
    history.pass('other', { source: 'own', number: 1, hasToldAll: true })
    return { history, between }
  }

  it('is there for who comes with a position from before, and for nobody else', () => {
    const { history, between } = end()

    assert.deepEqual(history.publishedSince('room', between), ['second'])
    assert.deepEqual(history.publishedSince('room', 'own:0,other:1'), ['first', 'second'])
    assert.deepEqual(history.publishedSince('room', history.position('own', Infinity)), [])
  })

  it('changes nothing for who comes with a later position, also when it is forgotten', () => {
    const { history } = end()

    const later = history.position('own', Infinity)
    const before = history.hasChanged(notes, later)
    for (let number = 2; number <= 1100; number += 1)
      history.add({ source: 'own', number, changes: [] })
    const last = history.position('own', Infinity)

    assert.deepEqual([before, history.hasChanged(notes, last)], [false, false])
    assert.deepEqual(history.publishedSince('room', 'own:0,other:1'), [])
  })
})
