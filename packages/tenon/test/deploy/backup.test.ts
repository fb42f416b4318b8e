import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { isTested } from '../support/for-each-dialect.ts'
import { findInstalledServer } from '../support/postgres-binaries.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { Browser } from '../auth/browser.ts'

const file = join(import.meta.dirname, 'keeper/main.ts')
const guide = readFileSync(
  join(import.meta.dirname, '../../../../docs/guide/operations.md'),
  'utf8',
)

/** The commands of the guide, in its order. */
const [backUpSqlite, backUpPostgres, backUpFolder, restoreSqlite, restorePostgres, restoreFolder] =
  [...guide.matchAll(/^```sh no-run \S+backup\.test\.ts runs it\n([^]*?)^```$/gm)].map(
    ([, commands]) => commands,
  )

const ada = { email: 'ada@example.com', password: 'correct horse battery' }
const letter = 'Dear Grace'
const key = 'q7J1n0eWmXk4v2sPz9aTgB5cYdRfHhLu'
const newKey = 'Zk3v9sLq0xW8nB2mC7hT5yR1eD4uJ6pA'

describe('a backup as the guide makes it', () => {
  const skipSqlite = !isTested('sqlite') && 'TEST_DATABASES leaves sqlite out'
  const binaries = findInstalledServer()
  const skipPostgres = isTested('postgres')
    ? binaries === undefined && 'not installed: apt-get install postgresql'
    : 'TEST_DATABASES leaves postgres out'

  it('brings back users, logins and files with SQLite', { skip: skipSqlite }, async () => {
    using machine = createMachine()
    const url = `sqlite:${join(machine.data, 'app.sqlite')}`

    const cookies = await fill(machine, url, () => machine.run(backUpSqlite, backUpFolder))
    machine.destroyData()
    machine.run(restoreSqlite, restoreFolder)

    await assertRestored(machine, url, cookies)
  })

  it('brings back users, logins and files with PostgreSQL', { skip: skipPostgres }, async () => {
    using machine = createMachine(binaries)
    await using server = await startPostgres({ binaries })
    await query(server.url, 'create database app')
    const url = server.url.replace(/postgres$/, 'app')
    const environment = { BACKUP_URL: url }

    const cookies = await fill(machine, url, () =>
      machine.runWith(environment, backUpPostgres, backUpFolder),
    )
    machine.destroyData()
    await query(server.url, 'drop database app with (force)')
    await query(server.url, 'create database app')
    machine.runWith(environment, restorePostgres, restoreFolder)
    machine.runWith(environment, restorePostgres) // Over what is there already.

    await assertRestored(machine, url, cookies)
  })
})

/** Signs a user up and in, and calls `backUp` while the application runs. Returns the cookies. */
async function fill({ data }: Machine, url: string, backUp: () => void) {
  const environment = toEnvironment(data, url, { APP_KEY: key })
  await startBinary(environment, { file, argv: ['migrate'] }).ended
  using app = await startServing(environment, { file })
  const browser = new Browser(`http://127.0.0.1:${app.port}`)
  assert.equal((await browser.post('/users', { ...ada, letter })).status, 200)
  assert.equal((await browser.post('/login', ada)).status, 200)
  backUp()
  return browser.cookies
}

/** The old key is a previous one now: what it has sealed can still be read. */
async function assertRestored({ data }: Machine, url: string, cookies: Browser['cookies']) {
  const keys = { APP_KEY: newKey, APP_PREVIOUS_KEYS: key }
  using app = await startServing(toEnvironment(data, url, keys), { file })
  const origin = `http://127.0.0.1:${app.port}`
  const [same, other] = [new Browser(origin, {}, cookies), new Browser(origin)]

  const stillIn = await same.get('/letter')
  const again = await other.post('/login', ada)
  const read = await other.get('/letter')

  assert.deepEqual([stillIn.status, stillIn.text], [200, letter])
  assert.equal(again.status, 200)
  assert.deepEqual([read.status, read.text], [200, letter])
}

function toEnvironment(data: string, url: string, keys: Readonly<Record<string, string>>) {
  return { DATABASE_URL: url, STORAGE_URL: `file:${join(data, 'storage')}`, ...keys }
}

interface Machine extends Disposable {
  /** What the guide calls `/var/lib/app`. */
  readonly data: string
  run(...commands: readonly (string | undefined)[]): void
  runWith(variables: NodeJS.ProcessEnv, ...commands: readonly (string | undefined)[]): void
  destroyData(): void
}

/** Runs the commands of the guide in folders of its own. */
function createMachine(programs = ''): Machine {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-backup-'))
  const [data, backups] = [join(folder.path, 'data'), join(folder.path, 'backups')]
  for (const each of [data, backups]) mkdirSync(each)
  const path = [join(process.execPath, '..'), programs, process.env['PATH']].join(delimiter)
  const runWith: Machine['runWith'] = (variables, ...commands) => {
    for (const [i, command] of commands.entries()) {
      assert.ok(command !== undefined, `the guide lacks command ${i} of ${commands.join('; ')}`)
      const here = command.replaceAll('/var/lib/app', data).replaceAll('/var/backups', backups)
      execFileSync('bash', ['-euc', here], { env: { PATH: path, ...variables }, stdio: 'pipe' })
    }
  }
  return {
    data,
    runWith,
    run: (...commands) => runWith({}, ...commands),
    destroyData() {
      rmSync(data, { recursive: true })
      mkdirSync(data)
    },
    [Symbol.dispose]: () => folder.remove(),
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}
