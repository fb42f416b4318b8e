import assert from 'node:assert/strict'
import { existsSync, mkdtempDisposableSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { it } from 'node:test'
import { createDatabase, sql } from 'tenon/database'
import { accountsFile } from '../contract/start-api.ts'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'

const key = 'a key of 32 bytes or more, for tests'

/** The example with teams, which a user leaves before an erasure. */
const teamsFile = fileURLToPath(new URL('../../../../examples/helpdesk/main.ts', import.meta.url))

forEachDialect('the accounts kit and personal data', (open) => {
  const start = async (file = accountsFile) => {
    const environment = {
      APP_ENV: 'test',
      APP_KEY: key,
      DATABASE_URL: await open.url(),
    }
    const run = (...argv: string[]) => startBinary(environment, { file, argv }).ended
    await run('migrate')
    const database = createDatabase(environment.DATABASE_URL)
    await database.query(sql`
      insert into users (name, email, created_at) values ('Ada', 'ada.lovelace@example.com', ${new Date()})`)
    return { environment, run, database }
  }

  it('exports and erases from the command line', async () => {
    const { run, database } = await start()
    await using _ = database
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-personal-'))
    const file = join(folder.path, 'ada.json')

    const printed = await run('personal:export', '1')
    const written = await run('personal:export', 'ada.lovelace@example.com', `--out=${file}`)
    const again = await run('personal:export', '1', `--out=${file}`)
    const pretended = await run('personal:erase', '1', '--pretend')
    const before = await database.query(sql`select id from users`)
    const erased = await run('personal:erase', 'ada.lovelace@example.com', '--force')
    const after = await database.query(sql`select id from users`)
    const unknown = await run('personal:erase', '1')
    const nobody = await run('personal:export')

    assert.equal(JSON.parse(printed.stdout).rows.users[0].name, 'Ada')
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).rows.users[0].name, 'Ada')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.match(written.stdout, /Files in storage are named in it/)
    assert.match(again.stderr, /exists\. Remove it/)
    assert.match(pretended.stdout, /It would change:[^]*users +1 +deleted/)
    assert.doesNotMatch(erased.stdout, /beforeErase/)
    assert.match(erased.stdout, /Done:[^]*users +1 +deleted[^]*What this cannot reach: backups/)
    assert.deepEqual([before.length, after.length], [1, 0])
    assert.match(unknown.stderr, /There is no such person/)
    assert.deepEqual(
      [printed, written, again, pretended, erased, unknown, nobody].map(({ code }) => code),
      [0, 0, 1, 0, 0, 1, 64],
    )
  })

  it('says that rows which beforeErase of the accounts deletes are not counted', async () => {
    const { run, database } = await start(teamsFile)
    await using _ = database
    await database.query(sql`insert into teams (name, created_at) values ('Acme', ${new Date()})`)
    await database.query(sql`
      insert into memberships (team_id, user_id, role, created_at) values (1, 1, 'member', ${new Date()})`)

    const pretended = await run('personal:erase', '1', '--pretend')
    const before = await database.query(sql`select id from memberships`)
    const erased = await run('personal:erase', '1', '--force')
    const after = await database.query(sql`select id from memberships`)

    const uncounted = /users +1 +deleted\n`beforeErase` of the accounts runs first\. Rows that it/
    assert.match(pretended.stdout, uncounted)
    assert.match(erased.stdout, uncounted)
    assert.deepEqual([before.length, after.length], [1, 0])
  })

  it('leaves no half of an export', async () => {
    const { run, database } = await start()
    await using _ = database
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-personal-'))
    const file = join(folder.path, 'ada.json')

    // It is read after the rows of models.
    await database.script('create table tenon_passkeys (id integer)')
    const failed = await run('personal:export', '1', `--out=${file}`)
    const isLeft = existsSync(file)
    await database.script('drop table tenon_passkeys')
    const again = await run('personal:export', '1', `--out=${file}`)

    assert.deepEqual([failed.code, isLeft, again.code], [1, false, 0])
  })

  it('logs no address when it goes wrong', async () => {
    const { environment, database } = await start()
    await using _ = database
    using app = await startServing({ ...environment, LOG_LEVEL: 'debug' }, { file: accountsFile })
    const send = (path: string, form: Readonly<Record<string, string>>) =>
      fetch(`http://127.0.0.1:${app.port}${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      })
    const email = 'ada.lovelace@example.com'

    const answers = [
      await send('/login', { email, password: 'wrong password' }),
      await send('/forgot-password', { email }),
    ]
    await database.query(sql`alter table users rename column email to mail_address`)
    answers.push(await send('/login', { email, password: 'wrong password' }))
    answers.push(await send('/register', { name: 'Ada', email, password: 'a good long password' }))
    await until(() => app.output.stdout.includes('POST /register failed'))

    assert.deepEqual(
      answers.map(({ status }) => status),
      [422, 303, 500, 500],
    )
    assert.doesNotMatch(`${app.output.stdout}${app.output.stderr}`, /ada\.lovelace|lovelace%40/i)
  })
})
