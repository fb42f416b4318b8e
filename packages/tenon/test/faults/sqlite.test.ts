import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { createSmallDisk } from '../support/small-disk.ts'
import { ask, isProper, untilBack, type Outcome } from './outcomes.ts'
import { notes, startBinary, startNotes } from './start-binary.ts'

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'tenon-faults-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

describe('an application whose SQLite file', () => {
  it('is locked by another process keeps reading, answers writes with 503, and recovers', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'app.sqlite')
    using app = await startNotes(`sqlite:${file}`)
    await untilBack(app.port)
    using other = new DatabaseSync(file)
    other.exec('begin immediate')

    const writes = ['POST /notes', 'POST /notes/pair', 'POST /notes'].map((each) =>
      ask(app.port, each),
    )
    await delay(100) // time: the writes have come
    const reads = await Promise.all(
      ['GET /notes', 'GET /_app/live', 'GET /_app/ready'].map((each) => ask(app.port, each)),
    )
    const refused = await Promise.all(writes)
    other.exec('rollback')

    assert.ok(
      reads.every(({ status, ms }) => status === 200 && ms < 1000),
      JSON.stringify(reads),
    )
    assert.ok(refused.every(isRefused), JSON.stringify(refused))
    assert.ok((await untilBack(app.port)) < 5000)
  })

  it('is on a full disk keeps reading, answers writes with 503, and recovers when there is space', async () => {
    using folder = temporaryFolder()
    const { through, makeRoom } = createSmallDisk(folder.path, 2048)
    using app = await startNotes(`sqlite:${join(folder.path, 'app.sqlite')}`, { through })
    await untilBack(app.port)

    const refused = await fillDisk(app.port)
    const others = await Promise.all(
      ['GET /notes', 'GET /_app/live', 'GET /_app/health'].map((each) => ask(app.port, each)),
    )
    makeRoom(app.child.pid ?? 0)

    assert.ok(isRefused(refused), JSON.stringify(refused))
    assert.ok(
      others.every(({ status }) => status === 200),
      JSON.stringify(others),
    )
    assert.ok((await untilBack(app.port)) < 5000)
  })

  it('is not writable reports that in one line at the start, and exits with 69', async () => {
    using folder = temporaryFolder()
    const environment = { DATABASE_URL: `sqlite:${join(folder.path, 'app.sqlite')}` }
    await startBinary(environment, { file: notes, argv: ['migrate'] }).ended
    chmodSync(join(folder.path, 'app.sqlite'), 0o444)
    chmodSync(folder.path, 0o555)

    const { code, stderr } = await startBinary(environment, { file: notes, through: unprivileged })
      .ended

    assert.equal(code, 69)
    assert.match(stderr, /^The SQLite database[^\n]*app\.sqlite[^\n]*Check DATABASE_URL\.\n$/)
  })
})

const isRefused = (outcome: Outcome) => outcome.status === 503 && isProper(outcome)

/** Writes until the disk is full. */
async function fillDisk(port: number): Promise<Outcome> {
  for (;;) {
    const outcome = await ask(port, 'POST /notes/large')
    if (outcome.status !== 201) return outcome
  }
}

/** Root may write everything, so root runs the process as another user. */
const unprivileged = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : []
