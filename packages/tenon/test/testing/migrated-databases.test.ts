import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { currentDatabase, sql, transaction } from 'tenon/database'
import { testApp, type TestAppOptions } from 'tenon/testing'

const main = fileURLToPath(new URL('../database/named/main.ts', import.meta.url))

describe('the databases of tests in memory', () => {
  it('have the tables, and nothing of another test', async () => {
    const counts: unknown[] = []
    const journals: unknown[] = []
    for (let test = 0; test < 3; test++) {
      await using app = await open()
      await app.post('/visits')
      const failing = transaction(async () => {
        await addUser()
        throw new RangeError('undone')
      })
      await assert.rejects(failing, RangeError, `test ${test}`)
      await addUser()
      counts.push((await app.get('/')).json())
      journals.push(await readJournal())
    }

    assert.deepEqual(
      counts,
      [1, 2, 3].map(() => ({ users: 1, visits: 2 })),
    )
    assert.equal(
      new Set(journals.map((journal) => JSON.stringify(journal))).size,
      1,
      'migrated once',
    )
  })

  it('are copied for a test that is rolled back, too', async () => {
    await using app = await open({ database: 'rollback' })
    await addUser()
    const counted = (await app.get('/')).json()

    assert.deepEqual(counted, { users: 1, visits: 0 })
  })
})

function open(options: TestAppOptions = {}) {
  return testApp({ application: main, ...options })
}

async function addUser(): Promise<void> {
  await currentDatabase().query(sql`insert into users (name) values ('Ada')`)
}

function readJournal(): Promise<object[]> {
  return currentDatabase().query(sql`select name, ran_at from migrations`)
}
