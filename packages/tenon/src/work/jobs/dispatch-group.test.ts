import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseUnavailable } from '../../data/database/database-error.ts'
import { createDatabase } from '../../data/drivers/create-database.ts'
import { DispatchGroup } from './dispatch-group.ts'
import type { DispatchedJob, NewJob } from './store/new-job.ts'

const database = createDatabase('sqlite::memory:')

describe('the jobs that are dispatched in one turn', () => {
  it('are added at once, and each caller gets the id of its own', async () => {
    const { group, statements } = record(() => undefined)

    const dispatched = await Promise.all(['a', 'b', 'c'].map((name) => add(group, name)))

    assert.deepEqual(statements, [['a', 'b', 'c']])
    assert.deepEqual(dispatched, [
      { id: 1, isNew: true },
      { id: 2, isNew: true },
      { id: 3, isNew: true },
    ])
  })

  it('of the next turn are added on their own', async () => {
    const { group, statements } = record(() => undefined)

    await add(group, 'a')
    await add(group, 'b')

    assert.deepEqual(statements, [['a'], ['b']])
  })

  it('fail on their own: one that the database rejects does not make the others fail', async () => {
    const { group, statements } = record((names) =>
      names.includes('b') ? new Error('too long') : undefined,
    )

    const settled = await Promise.allSettled(['a', 'b', 'c'].map((name) => add(group, name)))

    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(statements, [['a', 'b', 'c'], ['a'], ['b'], ['c']])
  })

  it('fail together if the database is away, and are not tried one by one', async () => {
    const { group, statements } = record(() => new DatabaseUnavailable('unreachable', 'away'))

    const settled = await Promise.allSettled(['a', 'b'].map((name) => add(group, name)))

    assert.deepEqual(
      settled.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(statements.length, 1)
  })
})

function record(fail: (names: readonly string[]) => Error | undefined) {
  const statements: (readonly string[])[] = []
  const group = new DispatchGroup((_database, jobs) => {
    const names = jobs.map(({ name }) => name)
    statements.push(names)
    const error = fail(names)
    if (error !== undefined) return Promise.reject(error)
    return Promise.resolve(jobs.map((_, i): DispatchedJob => ({ id: i + 1, isNew: true })))
  })
  return { group, statements }
}

function add(group: DispatchGroup, name: string): Promise<DispatchedJob> {
  const job: NewJob = {
    name,
    queue: 'default',
    priority: 0,
    input: '{}',
    attempts: 1,
    delayMs: 0,
    runAt: null,
    uniqueKey: null,
    uniqueRule: null,
    lane: null,
    laneRules: null,
    batch: null,
    trace: null,
    language: null,
  }
  return group.add(database, job)
}
