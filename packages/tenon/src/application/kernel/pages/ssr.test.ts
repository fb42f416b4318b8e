import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLog } from '../../../base/log/create-log.ts'
import { prepareSsr } from './ssr.ts'

it('a page to render on the server that does not exist is an error at boot, which names the nearest one', () => {
  const names = new Set(['Accounts/Login', 'Home'])
  const log = createLog({ level: 'silent', format: 'json' })
  const parts = { source: undefined, names, routes: {}, base: '', log }

  prepareSsr({ ...parts, ssr: { pages: ['Home'] } })

  assert.throws(() => prepareSsr({ ...parts, ssr: { pages: ['Home', 'Accounts/LogIn'] } }), {
    code: 'E_PAGE_UNKNOWN',
    message:
      'There is no page "Accounts/LogIn". Did you mean "Accounts/Login"? Add its file to the pages folder, or correct the name in ssr.pages.',
  })
})
