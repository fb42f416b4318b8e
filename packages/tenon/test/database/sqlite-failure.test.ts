import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { DatabaseUnavailable } from '../../src/data/database/database-error.ts'
import type { Statement } from '../../src/data/database/database.ts'
import { toBundled } from '../support/bundled-program.ts'
import { until } from '../support/until.ts'

const insert: Statement = { sql: 'insert into hits values (?)', access: 'write' }
const select: Statement = { sql: 'select id from hits order by id', access: 'read' }
const program = (name: string) => toBundled(join(import.meta.dirname, '../support', name))

describe('SQLite in trouble', () => {
  it('loses no acknowledged write if the process is killed while it writes', async () => {
    using folder = temporaryFolder()
    const url = `sqlite:${folder.path}/killed.sqlite`

    const acknowledged = [
      ...(await writeUntilKilled(url, 0)),
      ...(await writeUntilKilled(`${url}?durability=full`, 1_000_000)),
    ]

    await using database = createDatabase(url)
    const stored = new Set((await database.run(select, [])).rows.map(([id]) => id))
    assert.ok(acknowledged.length >= 400)
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    )
  })

  it('opens a new file in eight processes at once', async () => {
    using folder = temporaryFolder()
    const url = `sqlite:${folder.path}/new.sqlite`

    const runs = Array.from({ length: 8 }, () =>
      promisify(execFile)(process.execPath, [
        '--conditions=source',
        program('sqlite-open.ts'),
        url,
      ]),
    )

    const opened = runs.map(() => ({ stdout: 'opened\n', stderr: '' }))
    assert.deepEqual(await Promise.all(runs), opened)
  })

  it('waits for another process’s lock without blocking the event loop', async () => {
    using folder = temporaryFolder()
    const url = `sqlite:${folder.path}/locked.sqlite`
    await using database = createDatabase(url)
    await using other = createDatabase(url)
    await database.script('create table hits (id integer)')
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>()
    const holding = other.transaction(() => hold)
    await nextTurn()

    const writing = [1, 2].map(async (id) => database.run(insert, [id]))
    const inTransaction = database.transaction(async () => database.run(insert, [3]))
    let ticks = 0
    const ticking = setInterval(() => ticks++, 1)
    await until(() => ticks > 3)
    const seen = await database.run(select, [])
    letGo()
    await Promise.all([...writing, inTransaction, holding])
    clearInterval(ticking)

    assert.deepEqual(seen.rows, [])
    assert.deepEqual((await database.run(select, [])).rows, [[1], [2], [3]])
  })

  it('gives up after the time limit if a lock is not released', async () => {
    using folder = temporaryFolder()
    const url = `sqlite:${folder.path}/locked.sqlite`
    await using database = createDatabase(url, { lockTimeout: '50ms' })
    await using other = createDatabase(url)
    await database.script('create table hits (id integer)')

    const outcomes = await other.transaction(async () => [
      await outcome(() => database.run(insert, [1])),
      await outcome(() => database.transaction(async () => {})),
    ])
    const holding = database.transaction(() => delay(150)) // time: longer than the limit
    await nextTurn()
    const queued = await outcome(() => database.run(insert, [1]))
    await holding

    assert.deepEqual([...outcomes, queued], ['locked', 'locked', 'locked'])
  })

  it('reports what is wrong with the file', async () => {
    using folder = temporaryFolder()
    writeFileSync(
      `${folder.path}/text.sqlite`,
      'not a database, but long enough to look at'.repeat(40),
    )

    const open = (file: string) => () => createDatabase(`sqlite:${folder.path}/${file}`)

    assert.throws(open('none/app.sqlite'), {
      code: 'E_DATABASE_FOLDER',
      message: /none" of the SQLite/,
    })
    assert.throws(open('text.sqlite'), { reason: 'damaged', message: /text.sqlite/ })
    assert.throws(open(''), { reason: 'unreachable' })
  })

  it('answers DatabaseUnavailable while the disk is full, and continues once there is space', async () => {
    using folder = temporaryFolder()
    await using database = createDatabase(`sqlite:${folder.path}/full.sqlite`)
    await database.script('create table hits (id, text); pragma max_page_count=20')
    const big: Statement = {
      sql: 'insert into hits values (1, hex(zeroblob(200000)))',
      access: 'write',
    }

    const full = [
      await outcome(() => database.run(big, [])),
      await outcome(() => database.transaction(async () => database.run(big, []))),
    ]
    await database.script('pragma max_page_count=100000')
    await database.run(big, [])

    assert.deepEqual(full, ['full', 'full'])
  })

  it('stores nothing of a transaction that SQLite has ended by itself', async () => {
    using folder = temporaryFolder()
    await using database = createDatabase(`sqlite:${folder.path}/ended.sqlite`)
    await database.script(`create table hits (id integer);
      create trigger no_two before insert on hits when new.id = 2
      begin select raise(rollback, 'not two'); end`)

    const failing = database.transaction(async () => {
      await database.run(insert, [1])
      await assert.rejects(async () => database.run(insert, [2]), /not two/)
      await database.run(insert, [3])
    })

    await assert.rejects(failing, /SQLite has rolled it back by itself/)
    assert.deepEqual((await database.run(select, [])).rows, [])
  })

  it('answers DatabaseUnavailable if the file is not writable', async () => {
    using folder = temporaryFolder()
    const url = `sqlite:${folder.path}/readonly.sqlite`
    await using database = createDatabase(url)
    await database.script('create table hits (id integer); pragma query_only=on')

    assert.equal(await outcome(() => database.run(insert, [1])), 'readonly')
    assert.deepEqual((await database.run(select, [])).rows, [])
  })
})

describe('an in-memory SQLite database', () => {
  it('makes readers wait for an open transaction, because it has only one connection', async () => {
    await using database = createDatabase('sqlite::memory:')
    await database.script('create table hits (id integer)')
    const inserted = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const failing = database.transaction(async () => {
      await database.run(insert, [1])
      inserted.resolve()
      await goOn.promise
      throw new Error('no')
    })
    const isUndone = assert.rejects(failing, /no/)
    await inserted.promise

    const reading = database.run(select, [])
    goOn.resolve()
    await isUndone

    assert.ok(reading instanceof Promise)
    assert.deepEqual((await reading).rows, [])
  })
})

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'tenon-sqlite-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

async function writeUntilKilled(url: string, from: number): Promise<number[]> {
  const args = ['--conditions=source', program('sqlite-write.ts'), url, String(from)]
  const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged: number[] = []
  for await (const line of createInterface(writer.stdout)) {
    acknowledged.push(Number(line))
    if (acknowledged.length === 200) writer.kill('SIGKILL')
  }
  return acknowledged
}

/** How a call failed; `undefined` if it succeeded. */
async function outcome(work: () => unknown): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return error.reason
    return error instanceof Error ? error.name : String(error)
  }
}
