import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { toMailService } from '../../src/application/mail/mail-service.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { logContexts } from '../../src/base/log/log-context.ts'
import { withDatabase } from '../../src/database.ts'
import { routes } from '../../src/index.ts'
import { mail } from '../../src/mail.ts'
import { onDialect } from '../support/for-each-dialect.ts'

const base = { mailUrl: undefined, mailFallbackUrl: undefined, appUrl: undefined, basePath: '' }
const settings = { ...base, host: '127.0.0.1', port: 8080, isProduction: false }

onDialect('sqlite', 'a mail without MAIL_URL', (open) => {
  /** Sends a mail as an application in `root`, and returns its log. */
  async function sendIn(root: string, isProduction: boolean): Promise<string> {
    let written = ''
    const write = (line: string) => (written += line)
    const log = createLog({ level: 'info', format: 'json', destination: { write } })
    const service = toMailService({ mail: { from: 'shop@example.com' } })
    const around = service?.around({
      root,
      routes: routes([]),
      settings: { ...settings, isProduction },
    })
    const send = () => mail('Verify').to('ada@example.com').subject('Verify').send()
    const database = await open()
    await logContexts.run({ log }, () => around?.(() => withDatabase(database, send)))
    return written
  }

  it('is in the log of a build, with its link, except in production', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'tenon-unsent-'))
    const module = `export default async () => ({ html: '<a href="http://localhost/verify/7">Go</a>', subject: undefined })`
    writeFileSync(join(folder.path, 'mails.js'), module)

    const development = await sendIn(folder.path, false)
    const production = await sendIn(folder.path, true)

    assert.match(development, /not sent, because MAIL_URL/)
    assert.match(development, /"text":"Go <http:\/\/localhost\/verify\/7>"/)
    assert.match(production, /not sent, because MAIL_URL/)
    assert.doesNotMatch(production, /ada@|verify\/7/)
  })

  it('says in production that the sources are not rendered, where there are some', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'tenon-unsent-'))

    await assert.rejects(sendIn(folder.path, false), /renders mails\. Add a component/)
    mkdirSync(join(folder.path, 'resources/mails'), { recursive: true })
    await assert.rejects(sendIn(folder.path, true), /build\/main\.js/)
  })
})
