import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { readMaintenance } from '../../src/application/maintenance/maintenance.ts'
import { createApplicationMigrator } from '../../src/application/runtime/databases/application-migrator.ts'
import { ownTables } from '../../src/application/runtime/databases/own-tables.ts'
import { withDatabase } from '../../src/data/database/current-database.ts'
import type { Database } from '../../src/data/database/database.ts'
import { createOwnTables } from '../../src/data/own/own-tables.ts'
import { sql } from '../../src/data/database/sql.ts'
import { MigrationFailed } from '../../src/data/migrations/migration-failed.ts'
import { OwnUpgrades } from '../../src/data/migrations/own/own-upgrades.ts'
import { job } from '../../src/jobs.ts'
import { routes } from '../../src/index.ts'
import { task } from '../../src/schedule.ts'
import { UsedLinks } from '../../src/identity/accounts/links/used-links.ts'
import { Logins } from '../../src/identity/accounts/authentication/logins/logins.ts'
import { StoredIdentities } from '../../src/identity/oauth/stored-identities.ts'
import { StoredPasskeys } from '../../src/identity/passkeys/stored-passkeys.ts'
import { Authenticators } from '../../src/identity/accounts/second-factor/authenticators.ts'
import { RecoveryCodes } from '../../src/identity/accounts/second-factor/recovery-codes.ts'
import { createSecondFactorTables } from '../../src/identity/accounts/second-factor/second-factor-tables.ts'
import { StoredTokens } from '../../src/identity/accounts/tokens/stored-tokens.ts'
import { BatchStore } from '../../src/work/jobs/batches/batch-store.ts'
import { JobRecords } from '../../src/work/jobs/job-records.ts'
import { StepStore } from '../../src/work/jobs/store/step-store.ts'
import { readAttachments } from '../../src/work/smtp/stored-attachments.ts'
import { DatabaseSessions } from '../../src/identity/session/database-sessions.ts'
import { toDigest } from '../../src/identity/session/session-store.ts'
import { Stage } from '../schedule/stage.ts'
import { JobStage } from '../jobs/job-stage.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { createFirstTables } from './first-tables.ts'
import { interrupted } from './interrupted.ts'
import { withOldNames } from './old-names.ts'

const order = z.object({ order: z.number() })
const lifetime = { lifetimeMs: 1e12, idleMs: 1e12 }

forEachDialect('the first tables of our own, upgraded', (open) => {
  it('keep sessions, logins and what belongs to accounts', async () => {
    const database = await openUpgraded(open)

    await withDatabase(database, async () => {
      const session = await new DatabaseSessions(lifetime).read('old session')
      assert.deepEqual(session?.values, new Map([['cart', 'a book']]))
      const logins = new Logins('users', undefined)
      assert.equal((await logins.find('login-1'))?.userKey, '1')
      const tokens = { from: toDigest('old remember token'), to: toDigest('new') }
      assert.equal(await logins.exchange('login-1', tokens), 'exchanged')
      assert.equal((await new StoredTokens('users', undefined).find('token-1'))?.name, 'CI')
      assert.equal((await new StoredPasskeys('users', undefined).find('passkey-1'))?.counter, 4)
      const [identity] = await new StoredIdentities('users', undefined).list('1')
      assert.equal(identity?.subject, '42')
      assert.equal(await new UsedLinks(undefined).has('link-1'), true)
      const tables = createSecondFactorTables(undefined)
      assert.equal(await new Authenticators('users', tables).isEnabled('1'), true)
      const codes = new RecoveryCodes('users', tables)
      assert.equal(await codes.use('1', '0123-4567-89ab-cdef-ghjk-mnpq'), true)
    })
    assert.deepEqual(await readMaintenance(database), {
      retryAfterSeconds: 60,
      secretDigest: 'digest',
    })
  })

  it('keep jobs with their steps, batches and files, and run them', async () => {
    const database = await openUpgraded(open)
    const seen: unknown[] = []
    const charge = job('charge', order).run((input) => void seen.push(input.order))
    const ship = job('ship', order).run(async (_input, run) => {
      seen.push(await run.step('pack', () => assert.fail('was packed')))
      seen.push((await run.waitFor('picked-up', { key: '3', timeout: '30d' }))?.value)
    })

    const stage = await JobStage.on(database)
    const [failed] = await new JobRecords(database).list({ state: 'failed' })
    const [file] = await stage.in(() => readAttachments(4))
    await new StepStore(database).signal('picked-up', '3', 'by Ada')
    await stage.worker([charge, ship]).runDue()

    assert.equal(failed?.error, 'Error: no paper')
    assert.equal(file?.name, 'a.pdf')
    assert.deepEqual(seen.slice(0, 3), [4, { box: 3 }, 'by Ada'])
    const progress = await new BatchStore(database).progress(1)
    assert.deepEqual(progress, { total: 2, done: 1, failed: 1 })
    const { id } = await stage.in(() => charge.dispatch({ order: 5 }))
    assert.equal(id, 6)
  })

  it("keep the schedule's state", async () => {
    const database = await openUpgraded(open)
    const stage = await Stage.on(database, () => [
      task('digest')
        .every('1m')
        .run(() => {}),
    ])

    const [listed] = await stage.scheduler().list()

    assert.equal(listed?.pausedUntil?.toISOString(), '2100-01-01T00:00:00.000Z')
    const history = await stage.scheduler().history()
    assert.deepEqual(
      history.map(({ state }) => state),
      ['ok', 'failed'],
    )
  })

  it('go on wherever the upgrade was interrupted', async () => {
    const database = await open()
    await createFirstTables(database)

    for (const table of ownTables) {
      for (let at = 1; ; at += 1) {
        const upgrades = new OwnUpgrades(interrupted(database, at), [table], {})
        if (await upgrades.run().then(() => true, isInterruption)) break
      }
    }

    assert.deepEqual(await new OwnUpgrades(database, ownTables, {}).pending(), [])
    await createOwnTables(database, ownTables)
    const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
      sql`select count(*) as count from tenon_jobs`,
    )
    assert.equal(count, 5)
  })

  it('are listed by migrate:status and printed by migrate --pretend until then', async () => {
    const database = await open()
    await createFirstTables(database)
    const migrator = createApplicationMigrator({ root: '/nowhere', routes: routes([]) }, database)

    const [first] = await migrator.status()
    const [pretended] = await migrator.pretend()
    await migrator.migrate()

    assert.deepEqual([first?.name, first?.state], ['tenon_jobs to version 2', 'pending'])
    assert.ok(pretended?.statements.includes('alter table queue_jobs rename to tenon_jobs'))
    assert.deepEqual(await migrator.pending(), [])
  })

  it("are recognized: an application's own table with such a name is left alone", async () => {
    const database = await open()
    await database.script('create table sessions (id integer primary key, data text)')

    const completed = await new OwnUpgrades(database, ownTables, {}).run()
    await createOwnTables(database, ownTables)

    assert.deepEqual(completed, [])
    assert.deepEqual(await database.query(sql`select id from sessions`), [])
  })
})

onDialect('postgres', 'processes with the code before and after the rename', (open) => {
  it('work side by side', async () => {
    const database = await openUpgraded(open)
    // The code of that time does not know the columns of later versions; that of today does.
    for (const name of ['queue_jobs', 'queue_rates']) {
      await database.script(
        `create or replace view ${name} as select ctid, * from tenon_${name.replace('queue_jobs', 'jobs')}`,
      )
    }
    const old = withOldNames(database)
    const [before, after] = [new JobStage(old), new JobStage(database)]
    const seen: string[] = []
    const toJob = (who: string) =>
      job('build', order)
        .unique(({ order: number }) => String(number))
        .run(async (input, run) => {
          const part = await run.step('part', () => `${input.order} by ${who}`)
          seen.push(part)
        })
    const [oldJob, newJob] = [toJob('old'), toJob('new')]
    const rates = new Map([['default', { limit: 100, perMs: 60_000 }]])

    await before.in(() => oldJob.dispatch({ order: 11 }))
    await after.in(() => newJob.dispatch({ order: 12 }))
    const again = await before.in(() => oldJob.dispatch({ order: 12 }))
    await after.worker([newJob], { rates }).runDue()
    await after.in(() => newJob.dispatch({ order: 13 }))
    await before.worker([oldJob], { rates }).runDue()

    assert.deepEqual(seen.toSorted(), ['11 by new', '12 by new', '13 by old'])
    assert.equal(again.isNew, false)
  })

  it('read and change the same sessions', async () => {
    const database = await openUpgraded(open)
    // The code of that time does not write `login`; that of today, under the names of that time, does.
    await database.script('create or replace view sessions as select ctid, * from tenon_sessions')
    const old = withOldNames(database)
    const change = { set: new Map([['seen', 'yes']]), deleted: new Set<string>() }

    const cookie = 'old session'
    await withDatabase(old, async () => {
      const sessions = new DatabaseSessions(lifetime)
      const session = (await sessions.read(cookie)) ?? assert.fail()
      const expiresAt = Date.now() + 60_000
      await sessions.save({ cookie, isRegenerated: false, changes: change, session, expiresAt })
    })

    const read = await withDatabase(database, () => new DatabaseSessions(lifetime).read(cookie))
    assert.deepEqual(read?.values.get('seen'), 'yes')
  })

  it('decide each tick of the schedule once', async () => {
    const database = await openUpgraded(open)
    const declare = () => [
      task('report')
        .every('1m')
        .run(() => {}),
    ]
    const after = await Stage.on(database, declare)
    const before = await Stage.on(withOldNames(database), declare)

    before.clock.set('2026-01-01T10:01:00Z')
    const outcomes = [...(await before.scheduler().runDue()), ...(await after.runDueAt('10:01:00'))]

    assert.equal(outcomes.length, 1)
  })

  it('have the privileges on the view that they had on the table', async () => {
    const database = await open()
    await createFirstTables(database)
    await database.script('grant select, update on queue_jobs to pg_monitor')

    await new OwnUpgrades(database, ownTables, {}).run()

    const [row] = await database.query(sql`
      select has_table_privilege('pg_monitor', 'queue_jobs', 'update') as may_update,
        has_table_privilege('pg_monitor', 'queue_jobs', 'delete') as may_delete`)
    assert.deepEqual(row, { may_update: true, may_delete: false })
  })
})

onDialect('sqlite', 'a process with the code before the rename', (open) => {
  it('fails instead of writing to tables of its own', async () => {
    const database = await openUpgraded(open)
    const before = new JobStage(withOldNames(database))
    const build = job('build', order).run(() => {})

    const dispatched = before.in(() => build.dispatch({ order: 1 }))

    await assert.rejects(dispatched, /queue_jobs because it is a view|UPSERT/)
  })
})

async function openUpgraded(open: () => Promise<Database>): Promise<Database> {
  const database = await open()
  await createFirstTables(database)
  await new OwnUpgrades(database, ownTables, {}).run()
  return database
}

function isInterruption(error: unknown): boolean {
  const cause = error instanceof MigrationFailed ? error.cause : error
  if (cause instanceof Error && cause.name === 'Interrupted') return false
  throw error
}
