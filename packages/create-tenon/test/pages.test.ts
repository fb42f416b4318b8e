import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { describeInChromium } from '../../tenon/test/todo/browser-contract.ts'
import { serveTodo } from '../../tenon/test/todo/todo-binary.ts'
import { addPages, describeParts } from './parts-browser.ts'
import { buildScaffolder, runScript, scaffoldInstalled } from './scaffold.ts'

for (const template of ['react', 'vue', 'svelte'] as const) {
  describe(`a new application with ${template}`, () => {
    const place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    let app = ''
    let printed = ''
    before(() => {
      buildScaffolder()
      app = scaffoldInstalled(place.path, template)
      addPages(app, template)
      const { status, stdout, stderr } = runScript(app, 'build')
      assert.equal(status, 0, stderr)
      printed = stdout + stderr
    })
    after(() => place.remove())

    it('is built without a warning', () => {
      assert.match(
        printed,
        /^\n> .*\n> .*\n\nBuilt build in [\d.]+ s\. Run: node build\/main\.js\n$/,
      )
    })

    it('answers a path without a route with its own page for errors, in production', async () => {
      await using served = await serveTodo('sqlite::memory:', {}, join(app, 'build/main.js'))

      const page = await served.fetch('/nowhere', { headers: { accept: 'text/html' } })
      const data = await served.fetch('/nowhere', { headers: { accept: 'application/json' } })

      assert.deepEqual([page.status, data.status], [404, 404])
      const document = await page.text()
      assert.match(document, /"component":"Error","props":\{"status":404,"message":"Not Found"/)
      assert.match(document, /<noscript><h1>404<\/h1><p>Not Found<\/p><\/noscript>/)
      assert.deepEqual(await data.json(), { message: 'Not Found' })
    })

    describeParts('with a resource, in Chromium', () => join(app, 'build/main.js'))

    // That of React has tests of its own.
    if (template === 'react') return
    describeInChromium('is the todo application', () => join(app, 'build/main.js'))
  })
}
