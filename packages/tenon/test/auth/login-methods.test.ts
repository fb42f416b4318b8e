import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accounts } from '../../src/auth.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { onDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { Gate } from './gate.ts'
import { serveOAuth, User } from './oauth-application.ts'

// SQLite has one writer at a time.
onDialect('postgres', 'the ways in which a user can log in', (open) => {
  it('are removed one after the other, so that one is left', async () => {
    await using _served = await serveOAuth(await open.url())
    const user = await User.create({
      email: 'grace@example.com',
      password: null,
      verified_at: null,
    })
    const { loginMethods } = accounts(User, { login: 'email', password: 'password' })['~parts']
    await currentDatabase().script(
      'create table ways (name text); insert into ways values (1), (2)',
    )
    loginMethods.add(
      async () => (await currentDatabase().query(sql`select * from ways`)).length > 0,
    )
    const gate = new Gate()
    const remove = (name: string, pass: () => Promise<void>) =>
      loginMethods.remove(user, {
        field: 'way',
        remove: async () => {
          await currentDatabase().query(sql`delete from ways where name = ${name}`)
          await pass()
          return true
        },
      })

    const first = remove('1', () => gate.pass())
    await gate.reached
    const done = new AbortController()
    const second = remove('2', async () => {}).finally(() => done.abort())
    const settled = Promise.allSettled([first, second])
    await until(async () => done.signal.aborted || (await isWaiting()))
    gate.open()

    const outcomes = (await settled).map(({ status }) => status)
    assert.deepEqual(outcomes, ['fulfilled', 'rejected'])
    assert.equal((await currentDatabase().query(sql`select * from ways`)).length, 1)
  })
})

/** Whether a connection waits for a lock that another one holds. */
async function isWaiting(): Promise<boolean> {
  const waiting = await currentDatabase().query(
    sql`select 1 as found from pg_locks where locktype = 'advisory' and not granted`,
  )
  return waiting.length > 0
}
