import { strict as assert } from 'node:assert'
import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { startMailServer } from '../mail/smtp-server.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'

const file = join(import.meta.dirname, 'killed/main.ts')

forEachDialect('a transaction with a job, an event, a mail and a file', (open) => {
  it('leaves nothing if it rolls back, and all if its process is killed after the commit', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-killed-'))
    await using server = await startMailServer()
    const output = join(folder.path, 'output')
    const environment = {
      DATABASE_URL: await open.url(),
      STORAGE_URL: `file:${join(folder.path, 'storage')}`,
      MAIL_URL: `smtp://127.0.0.1:${server.port}`,
      OUTPUT_FILE: output,
    }
    const lines = () => (existsSync(output) ? readFileSync(output, 'utf8').split('\n') : [])
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    using app = await startServing(environment, { file })
    const post = (path: string) =>
      fetch(`http://127.0.0.1:${app.port}${path}`, { method: 'POST' }).then(({ status }) => status)

    const rolledBack = await post('/rolled-back/gone')
    await assert.rejects(post('/killed/kept'))
    const worker = startBinary(environment, { file, argv: ['work'] })
    await until(() => lines().length >= 3 && server.received.length > 0)
    worker.child.kill('SIGTERM')
    await worker.ended

    assert.equal(rolledBack, 200)
    assert.deepEqual(lines().toSorted(), ['', 'event kept', 'file kept'])
    assert.deepEqual(
      server.received.map(({ recipients }) => recipients),
      [['kept@example.com']],
    )
    assert.equal(readdirSync(join(folder.path, 'storage/papers')).length, 1)
  })
})
