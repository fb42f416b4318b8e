import assert from 'node:assert/strict'
import { it } from 'node:test'
import { currentDatabase, sql, transaction } from 'tenon/database'
import { job } from 'tenon/jobs'
import { suppressions } from 'tenon/mail'
import { erasePersonal, exportPersonal } from 'tenon/personal'
import { z } from 'zod'
import { securityEvents, type SecurityMessage } from '../../src/base/log/security-events.ts'
import { withDatabase } from '../../src/data/database/current-database.ts'
import type { Database } from '../../src/data/database/database.ts'
import { Sql } from '../../src/data/database/sql.ts'
import { createOwnTables } from '../../src/data/own/own-tables.ts'
import { assertModels } from '../../src/data/relations/assertions/assert-models.ts'
import { loginTable } from '../../src/identity/accounts/authentication/logins/login-table.ts'
import { tokenTable } from '../../src/identity/accounts/tokens/token-table.ts'
import { passkeyTable } from '../../src/identity/passkeys/passkey-table.ts'
import { sessionTable } from '../../src/identity/session/session-table.ts'
import { createJobTables } from '../../src/work/jobs/job-tables.ts'
import { deliverMailJob } from '../../src/work/smtp/send-mail-job.ts'
import { hashOfNobody } from '../../src/identity/passwords/hash.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect, onBoundPostgres, type OpenDatabase } from '../support/for-each-dialect.ts'
import { actAs } from 'tenon/audit'
import {
  Comment,
  erasing,
  Invitation,
  Line,
  models,
  Note,
  Order,
  Supplier,
  Team,
  Ticket,
  User,
} from './models.ts'

const all = Object.values(models)
assertModels(all)

const greet = job('greet', z.object({ email: z.string() })).run(() => {})

/** Two users with the same kinds of rows; everything about Ada has her name or "ada" in it. */
async function seed(database: Database) {
  await createTables(database, ...all)
  await createOwnTables(database, [loginTable, passkeyTable, sessionTable, tokenTable])
  await createJobTables(database)
  const team = await Team.create({ name: 'Support' })
  const people = []
  for (const name of ['Ada', 'Bob']) people.push(await seedPerson(name, team))
  const [ada, bob] = people
  if (ada === undefined || bob === undefined) throw new Error('There are two')
  await Ticket.of(team).create({
    author_id: ada.id,
    assignee_id: bob.id,
    title: 't',
    reply_to: 'ada@x',
    phone: 'ada 1',
  })
  await Ticket.of(team).create({
    author_id: bob.id,
    assignee_id: ada.id,
    title: 't',
    reply_to: 'bob@x',
    phone: 'bob 1',
  })
  await Supplier.create({ contact: 'Bob of the mill', buyer_id: ada.id })
  return { team, ada, bob }
}

async function seedPerson(name: string, team: Team): Promise<User> {
  const email = `${name}@example.com`
  const user = await User.create({
    name,
    email,
    password: `$${name}`,
    passport: `${name} 1`,
    height: 170,
  })
  const order = await Order.create({
    user_id: user.id,
    total: '5',
    street: `${name} Road`,
    pickup: `${name}-1`,
  })
  await Line.create({ order_id: order.id, position: 1, engraving: `For ${name}` })
  await (await Note.create({ user_id: user.id, text: `${name} thinks` })).delete()
  await Note.create({ user_id: user.id, text: `${name} knows` })
  await Comment.create({ by_type: 'users', by_id: user.id, text: `${name} says` })
  await Comment.create({
    by_type: 'teams',
    by_id: team.id,
    text: `Not of ${name === 'Ada' ? 'Bob' : 'Bob'}`,
  })
  await Invitation.create({ email: email.toLowerCase(), name })
  const key = String(user.id)
  await currentDatabase().query(sql`
    insert into tenon_logins (id, account, user_key, stamp, device, ip, created_at, used_at,
      confirmed_at, expires_at) values (${name}, 'users', ${key}, '', ${`${name} Browser`}, '::1', 1, 1, 1, 9)`)
  await currentDatabase().query(sql`
    insert into tenon_sessions (digest, data, created_at, used_at, expires_at, login)
    values (${name}, '{}', 1, 1, 9, ${name})`)
  await currentDatabase().query(sql`
    insert into tenon_tokens (id, account, user_key, name, digest, abilities, created_at)
    values (${name}, 'users', ${key}, ${`laptop of ${name}`}, ${name}, '[]', 1)`)
  await currentDatabase().query(sql`
    insert into tenon_passkeys (id, account, user_key, name, public_key, counter, transports, created_at)
    values (${name}, 'users', ${key}, ${`phone of ${name}`}, '', 0, '[]', 1)`)
  await deliverMailJob.dispatch(toMail(email))
  await greet.dispatch({ email })
  await suppressions.add(email)
  return user
}

function toMail(email: string) {
  const address = { address: email, name: '' }
  return {
    id: `<${email}>`,
    mail: 'Welcome',
    subject: 'Hello',
    onlyTo: email,
    files: 0,
    to: [address],
    cc: [],
    bcc: [],
    from: { address: 'shop@example.com', name: '' },
    text: `Dear ${email}`,
    headers: {},
  } as never
}

/** All rows of all tables, as text. */
async function dump(database: Database, tables: readonly string[] = tableNames): Promise<string> {
  const rows = []
  for (const table of tables) {
    // A literal, from the list below.
    rows.push([table, await withDatabase(database, () => database.query(toSelect(table)))])
  }
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** Any name of the letters a to f may be in one. */
function withoutUuids(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'a UUID')
}

const tableNames = [
  ...all.map(({ table }) => table),
  'tenon_logins',
  'tenon_sessions',
  'tenon_passkeys',
  'tenon_tokens',
  'tenon_jobs',
  'tenon_mail_suppressions',
  'tenon_audits',
]

const toSelect = (table: string) => new Sql([`select * from ${table}`], [])

async function exported(person: User) {
  const pieces = []
  for await (const piece of exportPersonal(person)) pieces.push(piece)
  const text = Buffer.concat(pieces).toString()
  return { text, rows: JSON.parse(text).rows as Record<string, Record<string, unknown>[]> }
}

/** Erases Ada of a fresh database, and says what there was and is. */
async function scene(open: OpenDatabase) {
  const database = await open()
  const seeded = await withDatabase(database, () => seed(database))
  return {
    database,
    ...seeded,
    in: <Result>(body: () => Promise<Result>) => withDatabase(database, body),
  }
}

const examples = (open: OpenDatabase): void => {
  it('exports all rows of a person, of all owners, and nothing of others', async () => {
    const { database, ada, in: run } = await scene(open)

    const { rows, text } = await run(() => exported(ada))

    assert.deepEqual(rows['users'], [
      {
        id: ada.id,
        name: 'Ada',
        email: 'Ada@example.com',
        passport: 'Ada 1',
        born_on: null,
        height: 170,
        language: 'en',
      },
    ])
    const [own, assigned] = rows['tickets'] ?? []
    assert.deepEqual([own?.['phone'], own?.['reply_to']], ['ada 1', 'ada@x'])
    assert.equal(own?.['title'], 't')
    // The rest is the team's: who has left it must not read on.
    assert.deepEqual(Object.keys(assigned ?? {}).toSorted(), ['assignee_id', 'author_id', 'id'])
    assert.deepEqual(
      rows['lines']?.map(({ engraving }) => engraving),
      ['For Ada'],
    )
    assert.deepEqual(rows['notes']?.map(({ text: said }) => said).toSorted(), [
      'Ada knows',
      'Ada thinks',
    ])
    assert.deepEqual(
      rows['comments']?.map(({ text: said }) => said),
      ['Ada says'],
    )
    assert.deepEqual(
      rows['invitations']?.map(({ name }) => name),
      ['Ada'],
    )
    assert.deepEqual(
      rows['tenon_logins']?.map(({ device }) => device),
      ['Ada Browser'],
    )
    assert.deepEqual(
      rows['tenon_tokens']?.map(({ name }) => name),
      ['laptop of Ada'],
    )
    assert.deepEqual(
      rows['tenon_passkeys']?.map(({ name }) => name),
      ['phone of Ada'],
    )
    assert.deepEqual(
      rows['tenon_jobs']?.map((row) => [row['name'], Object.keys(row)]).toSorted(),
      ['greet', 'mail:deliver'].map((name) => [name, ['id', 'name', 'state', 'created_at']]),
    )
    assert.deepEqual(
      rows['tenon_mail_suppressions']?.map(({ address }) => address),
      ['ada@example.com'],
    )
    assert.ok(!/Bob|bob|\$Ada/.test(text), text)
    await database.query(sql`select 1`)
  })

  it('erases a person everywhere, leaves others alone, and says what it did', async () => {
    const { database, ada, bob, in: run } = await scene(open)
    const ofBob = await run(() => exported(bob))
    const events: SecurityMessage[] = []
    using _ = { [Symbol.dispose]: securityEvents.listen((event) => events.push(event)) }

    const { tables, jobsLeft } = await run(() => erasePersonal(ada))

    assert.deepEqual(tables.map(({ table, rows, done }) => `${done} ${rows} ${table}`).toSorted(), [
      'deleted 1 tenon_jobs',
      'deleted 1 tenon_logins',
      'deleted 1 tenon_mail_suppressions',
      'deleted 1 tenon_passkeys',
      'deleted 1 tenon_sessions',
      'deleted 1 tenon_tokens',
      'deleted 2 notes',
      'erased 1 comments',
      'erased 1 invitations',
      'erased 1 lines',
      'erased 1 orders',
      'erased 1 tickets',
      'erased 1 users',
    ])
    assert.deepEqual(
      jobsLeft.map(({ name }) => name),
      ['greet'],
    )
    const left = await dump(
      database,
      tableNames.filter((name) => name !== 'tenon_jobs'),
    )
    assert.ok(!/ada/i.test(withoutUuids(left)), left)
    const user = await run(() => User.findOrFail(ada.id))
    assert.deepEqual(
      [user.name, user.passport, user.password, user.height, user.language],
      ['erased', null, hashOfNobody(), 0, 'en'],
    )
    assert.match(user.email, /^erased-[0-9a-f-]{36}$/)
    const ticket = await run(() => Ticket.ofAnyone().where('author_id', ada.id).firstOrFail())
    assert.deepEqual([ticket.phone, ticket.reply_to], [null, 'nobody@example.com'])
    assert.deepEqual(withoutTime(await run(() => exported(bob))), withoutTime(ofBob))
    const [event] = events.filter(({ event: name }) => name === 'personal.erased')
    assert.deepEqual(event?.fields, { table: 'users', user: String(ada.id), rows: 14 })
  })

  it('changes nothing the second time', async () => {
    const { database, ada, in: run } = await scene(open)
    await run(() => erasePersonal(ada))
    const before = await dump(database)
    const again = await run(() => User.findOrFail(ada.id))

    const { tables } = await run(() => erasePersonal(again))

    assert.deepEqual(tables, [])
    assert.equal(await dump(database), before)
  })

  it('says what it would do, and does not do it', async () => {
    const { database, ada, in: run } = await scene(open)
    const before = await dump(database)

    const plan = await run(() => erasePersonal(ada, { pretend: true }))

    assert.equal(await dump(database), before)
    assert.deepEqual(plan, await run(() => erasePersonal(ada)))
  })

  it('runs beforeErase of the accounts first, in the same transaction, and erases nothing if that throws', async () => {
    const { database, ada, in: run } = await scene(open)
    const before = await dump(database)
    erasing.before = async (user) => {
      await user.update({ language: 'de' })
      throw new Error('owns a team')
    }

    const refused = run(() => erasePersonal(ada))
    await assert.rejects(refused, /^Error: owns a team$/)
    const after = await dump(database)
    erasing.before = async (user) => void (await user.update({ language: 'de' }))
    const { ranBeforeErase } = await run(() => erasePersonal(ada))
    erasing.before = undefined

    const { name, language } = await run(() => User.findOrFail(ada.id))
    assert.equal(after, before)
    assert.deepEqual([name, language, ranBeforeErase], ['erased', 'de', true])
  })

  it('is a part of the transaction around it', async () => {
    const { database, ada, in: run } = await scene(open)
    const before = await dump(database)

    const failed = run(() =>
      transaction(async () => {
        await erasePersonal(ada)
        throw new Error('no')
      }),
    )

    await assert.rejects(failed, /^Error: no$/)
    assert.equal(await dump(database), before)
  })

  it('takes values out of audits that were kept before a column was personal', async () => {
    const { database, ada, team, in: run } = await scene(open)
    const changes = JSON.stringify({
      values: { title: { from: null, to: 't' }, phone: { from: null, to: 'ada 1' } },
      others: [],
    })
    const ticket = await run(() => Ticket.ofAnyone().where('author_id', ada.id).firstOrFail())
    await run(() =>
      actAs({ table: 'users', key: String(ada.id) }, () =>
        Ticket.of(team).create({ author_id: ada.id, title: 'x', reply_to: 'ada@y' }),
      ),
    )
    await database.query(
      sql`update tenon_audits set changes = ${changes} where record_key = ${String(ticket.id)}`,
    )

    const { rows } = await run(() => exported(ada))
    const { tables } = await run(() => erasePersonal(ada))

    assert.equal(rows['tenon_audits']?.length, 1)
    assert.ok(tables.some(({ table, rows: count }) => table === 'tenon_audits' && count === 1))
    assert.ok(!/ada/i.test(withoutUuids(await dump(database, ['tenon_audits']))))
  })
}

const withoutTime = ({ rows }: { readonly rows: object }) => rows

forEachDialect('personal data', examples)
onBoundPostgres('personal data', examples)
