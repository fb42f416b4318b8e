import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startBuilt } from '../browser/start-built.ts'

describe('a built application', () => {
  it('contains no development code', async () => {
    await using app = await startBuilt(join(import.meta.dirname, '../../fixtures/development'))

    const files = globSync('**/*.js', { cwd: app.folder })
    const code = files.map((file) => readFileSync(join(app.folder, file), 'utf8')).join('\n')

    assert.ok(files.includes('main.js'))
    assert.doesNotMatch(code, /youch|module-runner|tenon-state|tenon-error|\/@vite\/|_app\/dev/)
  })

  it('does not have the pages of the development server', async () => {
    await using app = await startBuilt(join(import.meta.dirname, '../../fixtures/development'))

    await app.restart({ DATABASE_URL: 'sqlite::memory:', APP_ENV: 'local' })
    const responses = await Promise.all(
      ['', '/requests', '/configuration'].map((path) => fetch(`${app.origin}/_app/dev${path}`)),
    )

    assert.deepEqual(
      responses.map(({ status }) => status),
      [404, 404, 404],
    )
  })

  it('shows no error details', async () => {
    await using app = await startBuilt(join(import.meta.dirname, '../../fixtures/development'))

    await app.restart({ DATABASE_URL: 'sqlite::memory:' })
    for (const accept of ['text/html', 'application/json']) {
      const response = await fetch(`${app.origin}/notes/7/broken`, { headers: { accept } })

      assert.equal(response.status, 500, accept)
      assert.doesNotMatch(await response.text(), /Note 7|notes\.ts|select|debug/, accept)
    }
  })
})
