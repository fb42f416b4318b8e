import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startDevelopment } from './start-development.ts'

const root = join(import.meta.dirname, '../../fixtures/development')
const hook = join(import.meta.dirname, '../deploy/hide-package.ts')

describe('tenon dev, and a package that Node did not find', { timeout: 120_000 }, () => {
  it('asks for a restart once it is installed', async () => {
    await using app = await startDevelopment(root, {
      NODE_OPTIONS: `--import=${hook}`,
      HIDDEN_PACKAGE: '@simplewebauthn/server',
    })
    app.edit('app/notes.ts', 'const greeting =', `${needsPasskeys}\nconst greeting =`)

    const failure = await app.logged('app/notes.ts:')
    const page = await (await fetch(`${app.origin}/notes`)).text()

    const restart = /@simplewebauthn\/server is installed\. Restart tenon dev,/
    assert.match(failure, /Run "npm install @simplewebauthn\/server"/)
    assert.match(failure, restart)
    assert.match(page, restart)
  })
})

const needsPasskeys = `
import { accounts } from 'tenon/auth'
import { passkeys } from 'tenon/auth/passkeys'
import { c, Model } from 'tenon/models'

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
}) {}

export const keys = passkeys(accounts(User, { login: 'email', password: 'password' }), { name: 'Notes' })
`
