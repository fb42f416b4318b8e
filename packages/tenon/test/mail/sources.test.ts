import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { copyAccounts } from '../generators/scaffold.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { fromSources } from '../support/bundled-program.ts'

const input = `const { mail } = await import('tenon/mail')
await mail('Accounts/VerifyAddress', { token: 'abc' }).to('ada@example.com').send()
`

const runConsole = (root: string, variables: Readonly<Record<string, string>>) =>
  spawnSync(process.execPath, [...fromSources(), 'main.ts', 'console'], {
    cwd: root,
    input,
    env: { ...bareEnvironment, ...variables, DATABASE_URL: 'sqlite:./test.sqlite' },
    encoding: 'utf8',
  })

it('a command of an application that is not built renders mails in development, and says what to do in production', async () => {
  using app = copyAccounts()

  const local = runConsole(app.root, {})
  const production = runConsole(app.root, {
    APP_ENV: 'production',
    APP_KEY: 'k'.repeat(43),
    APP_URL: 'https://example.com',
    MAIL_URL: 'smtp://localhost',
  })

  assert.match(local.stdout, /token=abc[^]*A mail is not sent/, local.stdout + local.stderr)
  assert.equal(local.status, 0, local.stdout)
  assert.match(
    production.stdout,
    /In production, the sources are not rendered: build the application/,
    production.stdout + production.stderr,
  )
})
