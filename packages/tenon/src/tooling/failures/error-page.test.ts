import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SetupError } from '../../base/support/setup-error.ts'
import { toErrorPage } from './error-page.ts'

const root = import.meta.dirname

describe('the page of an error that the framework has thrown', () => {
  it('shows the source of the place that its message names', async () => {
    const page = await toErrorPage(toReport('The route (error-page.test.ts:6:7) binds {lesso}.'), {
      root,
      tags: '',
    })

    assert.match(
      page,
      /class="[^"]*stack-frame-app[^]*class="stack-frame-source"[^]*<pre[^]*dirname/,
    )
  })

  it('shows the stack of the framework if the message names no file of the application', async () => {
    const page = await toErrorPage(toReport('The route (gone.ts:6:7) binds {lesso}.'), {
      root,
      tags: '',
    })

    assert.doesNotMatch(page, /class="[^"]*stack-frame-app/)
  })

  it(
    'is shown at once for a message with a long text without spaces',
    { timeout: 15_000 },
    async () => {
      const page = await toErrorPage(toReport(`Cannot read ${'x'.repeat(100_000)}`), {
        root,
        tags: '',
      })

      assert.match(page, /Cannot read x{1000}/)
    },
  )
})

function toReport(message: string) {
  const error = new SetupError('E_BINDING_UNKNOWN', message)
  error.stack = `SetupError: ${message}\n    at bind (/srv/node_modules/tenon/dist/index.js:1:1)`
  return { error, hint: undefined, sections: [] }
}
