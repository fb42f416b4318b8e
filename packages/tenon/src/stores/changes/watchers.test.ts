import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '../../data/database/changes/change.ts'
import type { ReadSet } from '../../data/queries/reads/read-set.ts'
import { concerns, Watchers } from './watchers.ts'

const values = [undefined, 1, 2, 'a', null] as const

/** All rows with up to two columns. */
const rows = values.flatMap((a) =>
  values.map((b) => ({ ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) })),
)

describe('Watchers', () => {
  it('tells whom a plain comparison of each with each would tell', () => {
    const watchers = new Watchers()
    const sets: ReadSet[] = [
      { things: true },
      { others: true },
      { things: [] },
      ...rows.flatMap((row, i) => [{ things: [row] }, { things: [row, rows[i + 1] ?? {}] }]),
    ]
    const changes: Change[] = [undefined, ...rows.map((row) => [row]), rows.slice(3, 6), []].map(
      (known) => ({ table: 'things', rows: known, isDelete: false }),
    )
    const told = new Set<ReadSet>()
    for (const set of sets) watchers.add(set, () => told.add(set))

    const wrong = changes.filter((change) => {
      told.clear()
      watchers.tell([change], 'x:1')
      return sets.some((set) => told.has(set) !== concerns(change, set))
    })

    assert.deepEqual(wrong, [])
  })

  it('tells nobody of a table that every object has a member of, unless they read it', () => {
    const change = { table: 'constructor', rows: [{ id: 1 }], isDelete: false }

    assert.equal(concerns(change, { things: true }), false)
    assert.equal(concerns({ ...change, rows: undefined }, { things: true }), false)
    assert.equal(concerns(change, Object.fromEntries([['constructor', true]])), true)
  })

  it('forgets those who stop, also if they watch a row twice', () => {
    const watchers = new Watchers()
    let count = 0
    const reads = { things: [{ a: 1 }, { a: 1, b: 2 }, { b: 2 }] }
    const stop = watchers.add(reads, () => count++)
    const other = watchers.add(reads, () => count++)

    stop()
    stop()
    watchers.tell([{ table: 'things', rows: [{ a: 1, b: 2 }], isDelete: false }], 'x:1')
    other()
    watchers.tell(undefined, 'x:2')

    assert.equal(count, 1)
    assert.equal(watchers.count, 0)
  })
})
