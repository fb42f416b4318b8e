import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startBuilt, type BuiltApplication } from '../browser/start-built.ts'
import { until } from '../support/until.ts'
import { startMailServer } from './smtp-server.ts'

const shop = join(import.meta.dirname, '../../fixtures/mail')

describe('a built application', { timeout: 480_000 }, () => {
  let app: BuiltApplication
  before(async () => {
    app = await startBuilt(shop)
  })
  after(() => app?.[Symbol.asyncDispose]())

  /** Posts to a path of the application at an address, and returns the mail that a worker sends. */
  async function sendMail(path: string, url: string): Promise<string> {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-mail-'))
    await using server = await startMailServer()
    const environment = {
      APP_ENV: 'production',
      APP_URL: url,
      DATABASE_URL: `sqlite:${join(folder.path, 'database.sqlite')}`,
      MAIL_URL: `smtp://127.0.0.1:${server.port}`,
    }
    const runCommand = (command: string) =>
      spawn(process.execPath, ['main.js', command], {
        cwd: app.folder,
        env: { ...process.env, ...environment },
        stdio: 'ignore',
      })
    await once(runCommand('migrate'), 'exit')
    await app.restart(environment)

    const { status } = await fetch(app.origin + path, { method: 'POST' })
    const worker = runCommand('jobs:work')
    await until(() => server.received.length > 0)
    worker.kill('SIGTERM')
    await once(worker, 'exit')

    assert.equal(status, 200)
    assert.equal(server.received.length, 1)
    return server.received[0]?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  }

  it('queues its mails, and a worker sends them; it has no mailbox', async () => {
    const source = await sendMail('/orders', 'https://shop.example')
    const mailbox = await fetch(`${app.origin}/_app/mail`)

    assert.match(source, /https:\/\/shop\.example\/orders\/7/)
    assert.equal(mailbox.status, 404)
  })

  it('writes whole URLs of the pictures that a mail imports, also below a path, and serves them', async () => {
    const source = await sendMail('/shop/files', 'https://example.com/shop')
    const urls = [...source.matchAll(/<img src="([^"]*)"/g)].map(([, url = '']) => url)
    const answers = await Promise.all(
      urls.map((url) => fetch(app.origin + (URL.parse(url)?.pathname ?? '/lost'))),
    )

    assert.match(
      urls.join(' '),
      /^https:\/\/example\.com\/shop\/assets\/mark-[\w-]+\.svg https:\/\/example\.com\/shop\/logo\.svg$/,
    )
    assert.deepEqual(
      answers.map(({ headers }) => headers.get('content-type')),
      ['image/svg+xml', 'image/svg+xml'],
    )
    assert.match(source, />disposed</, 'what the module of the mail declares with using')
  })

  it('names everything that is missing in production at the first start', async () => {
    const run = async (command: readonly string[]): Promise<string> => {
      const env = { APP_ENV: 'production' }
      const child = spawn(process.execPath, ['main.js', ...command], { cwd: app.folder, env })
      let stderr = ''
      child.stderr.on('data', (chunk) => (stderr += String(chunk)))
      const [code] = await once(child, 'close')
      return `${code} ${stderr}`
    }
    const toLine = (names: readonly string[]) =>
      `78 The environment of production is not complete: ${names.map((name) => `${name} is missing`).join('; ')}. Nothing was started.\n`
    const working = ['DATABASE_URL', 'MAIL_URL', 'APP_URL']

    assert.equal(await run([]), toLine(['SERVER_HOST', 'SERVER_PORT', ...working]))
    assert.equal(await run(['work']), toLine(working))
    assert.equal(await run(['migrate']), toLine(['DATABASE_URL']))
  })
})
