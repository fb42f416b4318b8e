import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { boot } from '../../src/application/kernel/boot.ts'
import { noAssets, type PageAssets } from '../../src/pages/assets/page-assets.ts'
import { toSettings } from '../../src/application/config/settings.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { unsubscribe } from '../../src/work/smtp/unsubscribe/unsubscribe.ts'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { startApplication } from '../security/start-application.ts'

const pageAssets: PageAssets = { ...noAssets, names: new Set(['Home']) }

describe('an application without APP_KEY', () => {
  it('answers 404 to made-up links of files and mails, as one with a key does', async () => {
    const newsletter = unsubscribe('newsletter', z.object({})).run(() => {})
    await using app = await startApplication({
      routes: routes([]),
      mail: { unsubscribe: [newsletter] },
    })
    const paths = ['/_app/storage/x', '/_app/unsubscribe/x']

    const answers = await Promise.all(paths.map((path) => app.send({ path })))

    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404],
    )
  })
})

describe('starting in production without APP_KEY', () => {
  it('logs a warning that names what fails, if the application has pages', () => {
    assert.match(
      logAtStart({}, pageAssets),
      /"level":"warn".*APP_KEY is not set: logins, sessions in cookies and data flashed over a redirect are answered 500/,
    )
  })

  it('logs a warning if the key is short', () => {
    assert.match(
      logAtStart({ APP_KEY: 'secret' }, pageAssets),
      /"level":"warn".*APP_KEY can be guessed/,
    )
  })

  it('logs nothing if there is a key, or if there are no pages', () => {
    assert.equal(
      logAtStart({ APP_KEY: 'a long random text of 32 characters or more' }, pageAssets),
      '',
    )
    assert.equal(logAtStart({}, noAssets), '')
    assert.equal(logAtStart({ APP_KEY: 'secret' }, noAssets), '')
    assert.equal(logAtStart({ APP_ENV: 'test' }, pageAssets), '')
  })
})

describe('serving in production without APP_KEY', () => {
  const file = join(import.meta.dirname, 'keyless-program.ts')
  const environment = {
    APP_ENV: 'production',
    APP_URL: 'https://shop.example',
    SERVER_HOST: '127.0.0.1',
    SERVER_PORT: '0',
  }

  it('is refused if routes require a login, or mails have links to unsubscribe', async () => {
    const start = (ROUTES: string, ...argv: string[]) =>
      startBinary({ ...environment, ROUTES }, { file, argv }).ended

    const ended = await Promise.all([
      start('login'),
      start('newsletter'),
      start('newsletter', 'jobs:work'),
    ])

    const missing = /^[^\n]*is not complete: APP_KEY is missing\. Nothing was started\.\n$/
    for (const [i, { code, stderr }] of ended.entries()) {
      assert.equal(code, 78, `of program ${i}`)
      assert.match(stderr, missing)
    }
  })

  it('is possible with tokens only, and in development', async () => {
    for (const variables of [
      { ...environment, ROUTES: 'tokens' },
      { ROUTES: 'login', APP_ENV: 'development' },
    ]) {
      using served = await startServing(variables, { file })

      assert.ok(served.port > 0, variables.ROUTES)
    }
  })
})

function logAtStart(variables: Readonly<Record<string, string>>, assets: PageAssets): string {
  let written = ''
  const destination = { write: (line: string) => void (written += line) }
  boot({
    application: { routes: routes([]) },
    settings: toSettings(new Map(Object.entries({ ...production, ...variables }))),
    database: undefined,
    log: createLog({ level: 'info', format: 'json', destination }),
    client: { assets, builtIns: [] },
    isDraining: () => false,
  })
  return written
}

const production = {
  APP_ENV: 'production',
  SERVER_HOST: '127.0.0.1',
  SERVER_PORT: '0',
  DATABASE_URL: 'sqlite::memory:',
}
