import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { ask } from './outcomes.ts'
import { startNotes } from './start-binary.ts'

forEachDialect('an application whose handler waits inside a transaction', (open) => {
  it('continues writing after the limit, answers the handler with 503, and logs it', async () => {
    const url = new URL(await open.url())
    url.searchParams.set('idle', '1')
    using app = await startNotes(url.href)

    const held = ask(app.port, 'POST /notes/held')
    await until(() => app.output.stdout.includes('The transaction was idle for'))
    const other = await ask(app.port, 'POST /notes')
    const { status, retryAfter } = await held
    const response = await fetch(`http://127.0.0.1:${app.port}/notes`)

    assert.equal(other.status, 201)
    assert.deepEqual([status, retryAfter], [503, '5'])
    assert.deepEqual((await response.text()).match(/"title":"."/g), ['"title":"a"'])
    // Both lines are written to a pipe, the error after its warning: they may arrive after the answer does.
    await until(() => app.output.stdout.includes('The transaction was idle for'))
    assert.equal(app.output.stdout.match(/"A transaction was idle for too long/g)?.length, 1)
    assert.match(app.output.stdout, /The transaction was idle for 1(\.\d)? s and was rolled back/)
  })
})
