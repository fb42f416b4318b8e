import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { accounts } from 'tenon/auth'
import { audited } from 'tenon/audit'
import { type Database, ForeignKeyViolation, namedDatabase, type Sql, sql } from 'tenon/database'
import { c, Model } from 'tenon/models'
import { erasePersonal, exportPersonal } from 'tenon/personal'
import { withDatabase } from '../../src/data/database/current-database.ts'
import type { FileDisk } from '../../src/data/columns/column.ts'
import { columnOf } from '../../src/data/columns/types/column-word.ts'
import { assertPersonal } from '../../src/application/personal/whose-rows.ts'
import { assertModels } from '../../src/data/relations/assertions/assert-models.ts'
import { createOwnTables } from '../../src/data/own/own-tables.ts'
import { type AnyModel, entityOf } from '../../src/data/records/entity.ts'
import { loginTable } from '../../src/identity/accounts/authentication/logins/login-table.ts'
import { createJobTables } from '../../src/work/jobs/job-tables.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class User extends Model(
  'users',
  { id: c.id(), email: c.text().unique().personal(), password: c.text().hidden() },
  { onErase: 'delete' },
) {}
accounts(User, { login: 'email', password: 'password' })

class Visit extends Model('visits', {
  id: c.id(),
  user_id: c.integer().nullable().references('users.id', { onDelete: 'set null' }).index(),
  ip: c.text().nullable().personal(),
}) {}

class Draft extends Model('drafts', {
  id: c.id(),
  user_id: c.integer().references('users.id', { onDelete: 'cascade' }),
  title: c.text(),
}) {}

class Bill extends Model('bills', {
  id: c.id(),
  user_id: c.integer().references('users.id', { onDelete: 'restrict' }),
}) {}

class Secret extends Model(
  'secrets',
  { id: c.id(), user_id: c.integer().references('users.id'), text: c.text() },
  { onErase: 'delete' },
) {}
audited(Secret)

assertModels([User, Visit, Draft, Bill, Secret])
const tables = [User, Visit, Draft, Bill, Secret]

const visitsOf = (user: User, count: number, start: number) =>
  Array.from({ length: count }, (_, i) => ({ user_id: user.id, ip: `10.0.0.${start + i}` }))

/** Kept jobs whose input names somebody. */
async function keepJobs(database: Database, count: number, name: string): Promise<void> {
  const input = JSON.stringify({ to: name, text: 'Lorem ipsum '.repeat(50) })
  const [found] = await database.query<{ last: number | null }>(
    sql`select max(id) as last from tenon_done_jobs`,
  )
  for (let id = 1; id <= count; id += 1) {
    await database.query(sql`
      insert into tenon_done_jobs
        (id, name, queue, priority, input, attempt, attempts, run_at, created_at, ended_at, kept_until)
      values (${(found?.last ?? 0) + id}, 'mail', 'default', 0, ${input}, 1, 1, 0, 0, 0, 0)`)
  }
}

forEachDialect('a person whose row is deleted', (open) => {
  const start = async () => {
    const database = await open()
    await createTables(database, ...tables)
    const user = await withDatabase(database, () =>
      User.create({ email: 'ada@example.com', password: 'x' }),
    )
    return {
      database,
      user,
      in: <Result>(body: () => Promise<Result>) => withDatabase(database, body),
    }
  }

  it('takes along what is declared so, and leaves the rest without a name', async () => {
    const { database, user, in: run } = await start()
    await run(async () => {
      await Visit.create({ user_id: user.id, ip: '10.0.0.1' })
      await Draft.create({ user_id: user.id, title: 'x' })
      await Secret.create({ user_id: user.id, text: 'hush hush' })
    })

    const { tables: done } = await run(() => erasePersonal(user))

    const left = await run(async () => ({
      users: await User.count(),
      visits: (await Visit.all()).map(({ user_id, ip }) => [user_id, ip]),
      drafts: await Draft.count(),
      secrets: await Secret.count(),
    }))
    assert.deepEqual(left, { users: 0, visits: [[null, null]], drafts: 0, secrets: 0 })
    assert.deepEqual(done.map(({ table, done: what }) => `${what} ${table}`).toSorted(), [
      'deleted secrets',
      'deleted tenon_audits',
      'deleted users',
      'erased visits',
    ])
    assert.deepEqual(await database.query(sql`select id from tenon_audits`), [])
  })

  it('stays whole if a row that stays refers to it', async () => {
    const { user, in: run } = await start()
    await run(() => Visit.create({ user_id: user.id, ip: '10.0.0.1' }))
    await run(() => Bill.create({ user_id: user.id }))

    await assert.rejects(
      run(() => erasePersonal(user)),
      ForeignKeyViolation,
    )

    assert.deepEqual(
      (await run(() => Visit.all())).map(({ ip }) => ip),
      ['10.0.0.1'],
    )
    assert.equal(await run(() => User.count()), 1)
  })

  it('may have any number of rows, of which a few hundred are in memory', async () => {
    const { user, in: run } = await start()
    await run(async () => {
      for (let i = 0; i < 10; i += 1) await Visit.createMany(visitsOf(user, 1_000, i * 1_000))
    })

    const sizes: number[] = []
    let visits = 0
    await run(async () => {
      for await (const piece of exportPersonal(user)) {
        sizes.push(piece.byteLength)
        visits += Buffer.from(piece).toString().split('"ip":"10.').length - 1
      }
    })
    const { tables: done } = await run(() => erasePersonal(user))

    assert.equal(visits, 10_000)
    assert.ok(Math.max(...sizes) < 100_000)
    assert.ok(done.some(({ table, rows }) => table === 'visits' && rows === 10_000))
    assert.equal(await run(() => Visit.where('ip', '!=', 'x').count()), 0)
  })

  it('is exported beside the jobs of others, which nothing reads, while other work gets its turns', async () => {
    const { database, user, in: run } = await start()
    await createJobTables(database)
    await keepJobs(database, 2_000, 'bob@example.com')
    await keepJobs(database, 3, user.email)
    const query = database.query.bind(database)
    let read = 0
    database.query = async <Found extends object>(fragment: Sql) => {
      const rows = await query<Found>(fragment)
      read += rows.length
      return rows
    }
    let turns = 0
    const count = () => {
      turns += 1
      turn = setImmediate(count)
    }
    let turn = setImmediate(count)

    const pieces: Uint8Array[] = []
    await run(async () => {
      for await (const piece of exportPersonal(user)) pieces.push(piece)
    })
    clearImmediate(turn)

    const { rows } = JSON.parse(Buffer.concat(pieces).toString())
    assert.equal(rows.tenon_jobs.length, 3)
    assert.ok(read < 100, `${read} rows read`)
    assert.ok(turns > 4, `${turns} turns`)
  })
})

const discarded: string[] = []
const pictures: FileDisk = {
  name: 'pictures',
  hasVariants: false,
  keepFor: () => {},
  discard: async (keys) => void discarded.push(...keys),
}

class Member extends Model('members', {
  id: c.id(),
  name: c.text().personal({ of: 'id' }),
  picture: columnOf<string | null, 'optional'>('text', {
    nullable: true,
    files: pictures,
  }).personal(),
}) {}

const archive = namedDatabase('archive')

/** In another database, where no key leads: by an equal value. */
class Letter extends Model(
  'letters',
  { id: c.id(), name: c.text().personal({ of: 'members.name' }) },
  { database: archive },
) {}
assertModels([Member, Letter])

class Reader extends Model('readers', {
  id: c.id(),
  email: c.text().unique().personal(),
  password: c.text().nullable().hidden(),
}) {}

class Loan extends Model(
  'loans',
  { id: c.id(), email: c.text().personal({ of: 'readers.email' }) },
  { database: archive },
) {}
accounts(Reader, {
  login: 'email',
  password: 'password',
  beforeErase: async (reader) => {
    if (await Loan.where('email', reader.email).exists()) throw new Error('Bring back the books')
  },
})
assertModels([Reader, Loan])

forEachDialect('a person in two databases', (open) => {
  it('is erased in both, and loses the files', async () => {
    const [database, other] = [await open(), await open({ name: 'archive' })]
    await createTables(database, Member)
    await createTables(other, Letter)
    discarded.length = 0

    const left = await withDatabase(database, () =>
      withDatabase(other, async () => {
        const member = await Member.create({ name: 'Ada', picture: 'ada.png' })
        await Letter.createMany([{ name: 'Ada' }, { name: 'Bob' }])
        await erasePersonal(member)
        return [...(await Member.all()), ...(await Letter.orderBy('id').all())]
      }),
    )

    assert.deepEqual(
      left.map(({ name }) => name),
      ['erased', 'erased', 'Bob'],
    )
    assert.deepEqual(discarded, ['ada.png'])
  })

  it('loses nothing in any of them if beforeErase refuses', async () => {
    const [database, other] = [await open(), await open({ name: 'archive' })]
    await createTables(database, Reader)
    await createOwnTables(database, [loginTable])
    await createTables(other, Loan)

    const left = await withDatabase(database, () =>
      withDatabase(other, async () => {
        const reader = await Reader.create({ email: 'ada@example.com' })
        await Loan.create({ email: 'ada@example.com' })
        await assert.rejects(erasePersonal(reader), /^Error: Bring back the books$/)
        return [...(await Reader.all()), ...(await Loan.all())]
      }),
    )

    assert.deepEqual(
      left.map(({ email }) => email),
      ['ada@example.com', 'ada@example.com'],
    )
  })
})

describe('models with personal columns', () => {
  const declare = (columns: object) => () => Model('x', { id: c.id(), ...columns } as never)
  const check =
    (...models: readonly AnyModel[]) =>
    () =>
      assertPersonal(models)

  it('refuse a column that nothing says how to erase', () => {
    const refused: readonly [columns: object, message: RegExp][] = [
      [
        { at: c.timestamp().personal() },
        /^"at" of "x" cannot be personal\(\): nothing says what it becomes/,
      ],
      [{ no: c.integer().unique().personal() }, /Declare it nullable\(\)\.$/],
      [{ code: c.text({ max: 5 }).personal() }, /it cannot hold what it becomes/],
      [{ plan: c.enum(['a', 'b']).personal() }, /personal\(\{ erased: … \}\)\.$/],
      [{ key: c.text({ max: 5 }).personal({ erased: 'too long' }) }, /it cannot hold/],
      [{ name: c.text().personal({ erased: null as never }) }, /it cannot hold/],
      [{ email: c.text().unique().personal({ erased: 'nobody' }) }, /a unique column cannot/],
      [{ email: c.text().nullable().unique().personal({ erased: '-' }) }, /a unique column cannot/],
    ]
    for (const [columns, message] of refused) {
      assert.throws(declare(columns), { code: 'E_PERSONAL', message }, inspect(message))
    }
    declare({
      at: c.timestamp().personal({ erased: new Date(0) }),
      plan: c.enum(['a', 'b']).default('a').personal(),
      born_on: c.date().nullable().personal({ erased: null }),
    })()
  })

  it('refuse data of nobody, and of one of several', () => {
    class Two extends Model('twos', {
      id: c.id(),
      by_id: c.integer().references('users.id'),
      for_id: c.integer().references('users.id'),
      phone: c.text().personal(),
    }) {}
    class None extends Model('nones', { id: c.id(), phone: c.text().personal() }) {}
    class Wrong extends Model('wrongs', {
      id: c.id(),
      phone: c.text().personal({ of: 'nowhere' }),
    }) {}
    class Value extends Model('values', {
      id: c.id(),
      phone: c.text().personal({ of: 'nobody.phone' }),
    }) {}

    assert.throws(check(User, Two), {
      code: 'E_PERSONAL',
      message: /by_id and for_id lead to persons/,
    })
    assert.throws(check(User, None), { code: 'E_PERSONAL', message: /no column leads to a person/ })
    assert.throws(check(User, Wrong), {
      code: 'E_PERSONAL',
      message: /nothing says what "nowhere" refers to/,
    })
    assert.throws(check(User, Value), {
      code: 'E_PERSONAL',
      message: /"nobody\.phone" is not a column of a model/,
    })
  })

  it('say who is not a person', async () => {
    const draft = entityOf(Draft).hydrate([1, 1, 'x'], 'sqlite')
    await assert.rejects(erasePersonal(draft), {
      code: 'E_PERSONAL',
      message: /^A record of "drafts" was given as a person\./,
    })
  })
})
