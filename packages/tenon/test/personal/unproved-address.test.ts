import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accounts } from 'tenon/auth'
import { sql, withDatabase } from 'tenon/database'
import { job } from 'tenon/jobs'
import { suppressions } from 'tenon/mail'
import { c, Model } from 'tenon/models'
import { erasePersonal, exportPersonal } from 'tenon/personal'
import { z } from 'zod'
import type { Database } from '../../src/data/database/database.ts'
import { assertModels } from '../../src/data/relations/assertions/assert-models.ts'
import { createJobTables } from '../../src/work/jobs/job-tables.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const email = 'victim@example.com'

class User extends Model(
  'users',
  {
    id: c.id(),
    email: c.text().unique({ caseInsensitive: true }).personal(),
    username: c.text().unique().nullable().personal(),
    password: c.text().nullable().hidden(),
    verified_at: c.timestamp().nullable(),
  },
  { onErase: 'delete' },
) {}
accounts(User, { login: 'email', password: 'password', verifiedAt: 'verified_at' })

class Order extends Model('orders', {
  id: c.id(),
  email: c.text().personal({ of: 'users.email' }),
  street: c.text().personal({ of: 'users.email' }),
}) {}
assertModels([User, Order])

const remind = job('remind', z.object({ email: z.string() })).run(() => {})

forEachDialect('an address that its user has not verified', (open) => {
  it('finds nothing of the person who reads its mailbox', async () => {
    const database = await open()
    await withVictim(database, { email, verified_at: null }, async (stranger) => {
      const exported = JSON.parse(await textOf(exportPersonal(stranger)))
      const { tables } = await erasePersonal(stranger)

      assert.deepEqual(Object.keys(exported.rows), ['users'])
      assert.deepEqual(tables, [{ table: 'users', rows: 1, done: 'deleted' }])
      assert.equal((await Order.query().firstOrFail()).street, '1 Secret Street')
      assert.notEqual(await suppressions.find(email), null)
      assert.equal((await database.query(sql`select id from tenon_jobs`)).length, 1)
    })
  })

  it('finds what is theirs once it is verified', async () => {
    const database = await open()
    await withVictim(database, { email, verified_at: new Date() }, async (victim) => {
      const { tables, jobsLeft } = await erasePersonal(victim)

      const erased = tables.map(({ table }) => table)
      assert.deepEqual(erased.toSorted(), ['orders', 'tenon_mail_suppressions', 'users'])
      assert.deepEqual(
        jobsLeft.map(({ name }) => name),
        ['remind'],
      )
    })
  })
})

forEachDialect('the name that a user has chosen', (open) => {
  it('finds nothing of the person whose address it is', async () => {
    const mallory = { email: 'm@example.com', username: email, verified_at: new Date() }
    await withVictim(await open(), mallory, async (stranger) => {
      const exported = JSON.parse(await textOf(exportPersonal(stranger)))
      const { tables, jobsLeft } = await erasePersonal(stranger)

      assert.deepEqual(Object.keys(exported.rows), ['users'])
      assert.deepEqual(tables, [{ table: 'users', rows: 1, done: 'deleted' }])
      assert.deepEqual(jobsLeft, [])
      assert.notEqual(await suppressions.find(email), null)
    })
  })
})

/** Somebody who has ordered without an account, and a user. */
async function withVictim(
  database: Database,
  user: Pick<User, 'email' | 'verified_at'> & { readonly username?: string },
  test: (user: User) => Promise<void>,
): Promise<void> {
  await createTables(database, User, Order)
  await createJobTables(database)
  await withDatabase(database, async () => {
    await Order.create({ email, street: '1 Secret Street' })
    await suppressions.add(email, 'manual')
    await remind.dispatch({ email })
    await test(await User.create({ ...user, password: null }))
  })
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += Buffer.from(piece).toString()
  return text
}
