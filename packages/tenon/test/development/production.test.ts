import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startBuilt } from '../browser/start-built.ts'

describe('a built application', () => {
  it('carries nothing of development', async () => {
    await using app = await startBuilt(join(import.meta.dirname, '../../fixtures/development'))

    const files = globSync('**/*.js', { cwd: app.folder })
    const code = files.map((file) => readFileSync(join(app.folder, file), 'utf8')).join('\n')

    assert.ok(files.includes('main.js'))
    assert.doesNotMatch(code, /youch|module-runner|tenon-state|tenon-error|\/@vite\//)
  })

  it('shows nothing of an error', async () => {
    await using app = await startBuilt(join(import.meta.dirname, '../../fixtures/development'))

    await app.restart({ DATABASE_URL: 'sqlite::memory:' })
    const response = await fetch(`${app.origin}/notes/7/broken`, {
      headers: { accept: 'text/html' },
    })

    assert.equal(response.status, 500)
    assert.doesNotMatch(await response.text(), /Note 7|notes\.ts|select/)
  })
})
