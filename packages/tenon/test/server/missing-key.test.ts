import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boot } from '../../src/app/boot.ts'
import { noAssets, type PageAssets } from '../../src/assets/page-assets.ts'
import { toSettings } from '../../src/config/settings.ts'
import { createLog } from '../../src/log/create-log.ts'
import { routes } from '../../src/routing/route-list.ts'

const pageAssets: PageAssets = { ...noAssets, names: new Set(['Home']) }

describe('the start in production without APP_KEY', () => {
  it('warns an application that has pages', () => {
    assert.match(logAtStart({}, pageAssets), /"level":"warn".*APP_KEY is not set/)
  })

  it('says nothing where there is a key, and where there are no pages', () => {
    assert.equal(logAtStart({ APP_KEY: 'a long random text' }, pageAssets), '')
    assert.equal(logAtStart({}, noAssets), '')
    assert.equal(logAtStart({ APP_ENV: 'test' }, pageAssets), '')
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
    client: { assets, answer: () => undefined },
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
