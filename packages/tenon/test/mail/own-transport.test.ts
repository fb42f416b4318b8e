import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { until } from '../support/until.ts'

const file = join(import.meta.dirname, 'own-transport-program.ts')

it('sends the mails of production through the transport of the application, without MAIL_URL', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-transport-'))
  const environment = {
    APP_ENV: 'production',
    APP_URL: 'https://shop.example',
    SERVER_HOST: '127.0.0.1',
    DATABASE_URL: `sqlite:${join(folder.path, 'app.sqlite')}`,
  }
  const migrated = await startBinary(environment, { file, argv: ['migrate'] }).ended
  assert.equal(migrated.code, 0, migrated.stderr)
  using serving = await startServing(environment, { file, argv: ['serve', '--work'] })

  await fetch(`http://127.0.0.1:${serving.port}/mails`, { method: 'POST' })

  const sent = await until(() => /SENT (.*)/.exec(serving.output.stdout)?.[1])
  const { to, html } = JSON.parse(sent)
  assert.deepEqual(to, ['ada@example.com'])
  assert.match(html, /ada/)
})
