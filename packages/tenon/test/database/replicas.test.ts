import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { Browser } from '../auth/browser.ts'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { isTested } from '../support/for-each-dialect.ts'
import { startPostgres, startReplica, type PostgresServer } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'

const file = fileURLToPath(new URL('replicated/main.ts', import.meta.url))
const skip = !isTested('postgres') && 'TEST_DATABASES leaves postgres out'

/**
 * A streaming replica that has stopped replaying shows true lag: it has the note "old", and the
 * primary also has "new".
 */
describe('an application with a read replica', { skip }, () => {
  let primary: PostgresServer
  let replica: PostgresServer
  let app: Awaited<ReturnType<typeof startServing>>
  let environment: Readonly<Record<string, string>>

  before(async () => {
    primary = await startPostgres()
    await startBinary({ DATABASE_URL: primary.url }, { file, argv: ['migrate'] }).ended
    await execute(primary, `insert into notes (text) values ('old')`)
    replica = await startReplica(primary)
    environment = {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: replica.url,
      APP_KEY: 'a key of 32 bytes or more, for tests',
    }
    await lag(replica)
    await execute(primary, `insert into notes (text) values ('new')`)
    app = await startServing(environment, { file })
  })

  after(async () => {
    app?.[Symbol.dispose]()
    await replica?.[Symbol.asyncDispose]()
    await primary?.[Symbol.asyncDispose]()
  })

  it('reads from the replica, also by key, in every request', async () => {
    assert.deepEqual(await read('/'), ['old'])
    assert.deepEqual(await read('/by-key'), ['old'])
    assert.deepEqual(await read('/'), ['old'])
  })

  it('reads what it has written from the moment it writes', async () => {
    const written = await read('/written', 'POST')

    assert.deepEqual(written, { before: ['old'], after: ['old', 'new', 'written'] })
    assert.deepEqual(await read('/'), ['old'])
    await execute(primary, `delete from notes where text = 'written'`)
  })

  it('locks, begins transactions and runs raw SQL and Kysely on the primary', async () => {
    assert.deepEqual(await read('/locked'), ['old', 'new'])
    assert.deepEqual(await read('/transaction'), ['old', 'new'])
    assert.deepEqual(await read('/raw'), { n: 2, then: 2 })
    assert.deepEqual(await read('/kysely'), [{ text: 'old' }, { text: 'new' }])
  })

  it('reads from the primary inside primary(), and only there unless it writes', async () => {
    assert.deepEqual(await read('/primary'), [['old', 'new'], ['old']])
    assert.deepEqual(await read('/primary/written'), ['old', 'new', 'inside primary()'])
    await execute(primary, `delete from notes where text = 'inside primary()'`)
  })

  it('knows users and logins from the primary, which does not keep requests off the replica', async () => {
    const browser = new Browser(`http://127.0.0.1:${app.port}`)

    await browser.post('/users/ada')
    const registered = (await browser.get('/me')).json()
    const again = await new Browser(`http://127.0.0.1:${app.port}`).post('/login/ada')

    assert.deepEqual(registered, ['ada', ['old']])
    assert.equal(again.status, 200)
  })

  it('runs jobs on the primary, as soon as they are dispatched', async () => {
    const worker = startBinary(environment, { file, argv: ['jobs:work'] })
    try {
      await until(() => worker.output.stdout.includes('The worker runs jobs'))

      const dispatched = await read('/jobs', 'POST')
      await until(() => worker.output.stdout.includes('job ['))

      assert.deepEqual(dispatched, ['old', 'new'])
      assert.match(worker.output.stdout, /^job \["old","new"\]$/m)
    } finally {
      worker.child.kill('SIGKILL')
    }
  })

  it('does the same in its commands and tasks', async () => {
    const listed = await startBinary(environment, { file, argv: ['notes:list'] }).ended
    await execute(primary, `delete from notes where text = 'of the command'`)
    await startBinary(environment, { file, argv: ['schedule:run'] }).ended
    await delay(1100) // time: the task is due every second after the schedule was first seen.
    const ran = await startBinary(environment, { file, argv: ['schedule:run'] }).ended

    assert.deepEqual(listed.stdout.trim().split('\n'), [
      '["old"]',
      '["old","new","of the command"]',
    ])
    assert.match(ran.stdout, /^task \["old"\]$/m)
  })

  it('keeps serving while the replica is away, warns once, and then uses it again', async () => {
    await replica.stop()

    assert.deepEqual(await read('/'), ['old', 'new'])
    assert.deepEqual(await read('/by-key'), ['old'])
    assert.deepEqual(await health(), { status: 'degraded', replicas: 'failed' })

    await replica.start()
    await lag(replica) // It may have caught up before.
    await execute(primary, `insert into notes (text) values ('newer')`)
    await untilReadFromReplica()
    assert.deepEqual(await health(), { status: 'ok', replicas: 'ok' })
    assert.equal(app.output.stdout.match(/A read replica does not answer/g)?.length, 1)
  })

  it('reads from the primary after the time limit of a statement if the replica hangs', async () => {
    replica.freeze()
    try {
      assert.deepEqual(await read('/'), ['old', 'new', 'newer'])
    } finally {
      replica.thaw()
    }
    await untilReadFromReplica()
  })

  it('examines the replica in doctor', async () => {
    const examine = async (DATABASE_REPLICA_URL: string) => {
      const variables = { ...environment, DATABASE_REPLICA_URL }
      return (await startBinary(variables, { file, argv: ['doctor'] }).ended).stdout
    }

    const away = 'postgres://tenon@127.0.0.1:1/postgres'

    assert.doesNotMatch(await examine(replica.url), /DATABASE_REPLICA_URL/)
    assert.match(await examine(primary.url), /DATABASE_REPLICA_URL: .* accepts writes/)
    assert.match(await examine(away), /warning {2}DATABASE_REPLICA_URL: .*ECONNREFUSED/)
    assert.match(await examine('sqlite:x'), /E_DATABASE_REPLICA/)
  })

  async function read(path: string, method = 'GET'): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${app.port}${path}`, { method })
    assert.equal(response.status, 200, path)
    return response.json()
  }

  async function untilReadFromReplica(): Promise<void> {
    await until(async () => {
      const texts = await read('/')
      return Array.isArray(texts) && !texts.includes('newer')
    })
  }

  async function health() {
    const response = await fetch(`http://127.0.0.1:${app.port}/_app/health?checks=true`)
    const { status, checks } = (await response.json()) as Health
    return { status, replicas: checks['replicas'] }
  }
})

interface Health {
  readonly status: string
  readonly checks: Readonly<Record<string, string>>
}

describe('a read replica of SQLite', () => {
  it('is refused when the application starts', async () => {
    const DATABASE_REPLICA_URL = 'postgres://tenon@127.0.0.1:1/postgres'

    const { code, stderr } = await startBinary({ DATABASE_REPLICA_URL }, { file }).ended

    assert.equal(code, 78)
    assert.match(stderr, /DATABASE_REPLICA_URL is set, but DATABASE_URL is SQLite/)
  })
})

/** Makes a replica keep the state that it has. */
async function lag(replica: PostgresServer): Promise<void> {
  await execute(replica, 'select pg_wal_replay_pause()')
}

async function execute({ url }: PostgresServer, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
