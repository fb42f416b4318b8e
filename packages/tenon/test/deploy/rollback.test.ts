import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const file = join(import.meta.dirname, 'versions/main.ts')

const production = {
  APP_ENV: 'production',
  APP_KEY: 'q7J1n0eWmXk4v2sPz9aTgB5cYdRfHhLu',
  SERVER_HOST: '127.0.0.1',
}

forEachDialect('rolling back a deployment', (open) => {
  /** The new version has migrated the database. */
  const deploy = async () => {
    const environment = { ...production, DATABASE_URL: await open.url() }
    const run = (version: 'old' | 'new', ...argv: string[]) =>
      startBinary({ ...environment, VERSION: version }, { file, argv }).ended
    const migrated = await run('new', 'migrate')
    assert.equal(migrated.code, 0, migrated.stderr)
    const serveOld = () => startServing({ ...environment, VERSION: 'old' }, { file })
    return { run, serveOld }
  }

  it('starts the version before, which leaves the newer schema as it is', async () => {
    const { run, serveOld } = await deploy()

    const migrated = await run('old', 'migrate')
    using old = await serveOld()
    const ready = await fetch(`http://127.0.0.1:${old.port}/_app/ready`)
    const written = await fetch(`http://127.0.0.1:${old.port}/notes`, { method: 'POST' })
    const status = await run('new', 'migrate:status')

    assert.deepEqual([migrated.code, ready.status, written.status], [0, 200, 200])
    assert.match(status.stdout, /add_author +applied/)
  })

  it('undoes a migration with the build that has its file, and says before what it would do', async () => {
    const { run, serveOld } = await deploy()
    const rollback = ['migrate:rollback', '--step=1']

    const withoutFile = await run('old', ...rollback, '--force')
    const pretended = await run('new', ...rollback, '--pretend')
    const unforced = await run('new', ...rollback)
    const undone = await run('new', ...rollback, '--force')
    using old = await serveOld()
    const written = await fetch(`http://127.0.0.1:${old.port}/notes`, { method: 'POST' })

    assert.match(withoutFile.stderr, /its file is missing/)
    assert.match(pretended.stdout, /drop column "author"/)
    assert.deepEqual([pretended.code, unforced.code, undone.code], [0, 1, 0])
    assert.equal(written.status, 200)
  })
})
