import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readEnvironment } from './environment.ts'
import { toSettings } from './settings.ts'

const settingsOf = (variables: Record<string, string>) =>
  toSettings(new Map(Object.entries(variables)))

const production = {
  APP_ENV: 'production',
  SERVER_HOST: '0.0.0.0',
  SERVER_PORT: '3000',
  DATABASE_URL: 'postgres://u:secret@db/app',
}

describe('toSettings', () => {
  it('has a default for everything outside production', () => {
    const settings = settingsOf({})

    assert.equal(settings.environment, 'local')
    assert.equal(settings.isProduction, false)
    assert.equal(settings.host, '127.0.0.1')
    assert.equal(settings.port, 8080)
    assert.equal(settings.databaseUrl, 'sqlite:./database.sqlite')
    assert.equal(settings.logLevel, 'debug')
  })

  it('names every variable that production misses, in one message', () => {
    assert.throws(() => settingsOf({ APP_ENV: 'production' }), {
      code: 'E_ENVIRONMENT',
      message: /SERVER_HOST is missing; SERVER_PORT is missing; DATABASE_URL is missing/,
    })
  })

  it('takes an unknown name for production', () => {
    assert.equal(settingsOf({ ...production, APP_ENV: 'prodution' }).isProduction, true)
    assert.throws(() => settingsOf({ APP_ENV: 'staging' }), /SERVER_PORT is missing/)
  })

  it('names a bad variable together with the missing ones, and no value', () => {
    const wrong = {
      ...production,
      SERVER_PORT: '80a',
      TRUSTED_PROXIES: 'nonsense',
      LOG_LEVEL: 'loud',
    }

    assert.throws(() => settingsOf(wrong), {
      message:
        /SERVER_PORT must be a number.*TRUSTED_PROXIES must be a list.*LOG_LEVEL must be one of/,
    })
    assert.throws(
      () => settingsOf(wrong),
      (error: Error) => !error.message.includes('secret'),
    )
  })

  it('reads sizes, workers and addresses of other services', () => {
    const settings = settingsOf({
      BODY_LIMIT: '2mb',
      UPLOAD_LIMIT: '10MB',
      SERVER_WORKERS: '4',
      SERVER_REUSE_PORT: '1',
      SERVER_DRAIN_SECONDS: '10',
      REDIS_URL: 'rediss://cache:6380/1',
    })

    assert.equal(settings.bodyLimits.bodyBytes, 2 * 1024 * 1024)
    assert.equal(settings.bodyLimits.uploadBytes, 10 * 1024 * 1024)
    assert.equal(settings.bodyLimits.fileBytes, 10 * 1024 * 1024)
    assert.equal(settings.workers, 4)
    assert.equal(settings.reusePort, true)
    assert.equal(settings.drainMs, 10_000)
    assert.equal(settings.redisUrl, 'rediss://cache:6380/1')
    assert.ok(settingsOf({ SERVER_WORKERS: 'auto' }).workers > 0)
  })

  it('refuses what is none of them, without quoting it', () => {
    const wrong = {
      BODY_LIMIT: 'secret',
      UPLOAD_LIMIT: '-1',
      SERVER_WORKERS: '0',
      SERVER_REUSE_PORT: 'yes',
      SERVER_DRAIN_SECONDS: '11',
      REDIS_URL: 'http://:secret@cache',
    }

    for (const [name, value] of Object.entries(wrong)) {
      assert.throws(
        () => settingsOf({ [name]: value }),
        ({ message }: Error) => message.includes(`${name} must be`) && !message.includes('secret'),
      )
    }
  })

  it('refuses ports that are none', () => {
    for (const port of ['65536', '-1', '1e3', '0x50', ' 80', '8080 ']) {
      assert.throws(() => settingsOf({ SERVER_PORT: port }), /SERVER_PORT/, port)
    }
  })
})

describe('readEnvironment', () => {
  it('prefers the process, then the files from the most special to the plainest', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-env-'))
    writeFileSync(join(folder, '.env'), 'A=1\nB=1\nC=1\nD=1\nE=1\nAPP_ENV=demo\n')
    writeFileSync(join(folder, '.env.local'), 'B=2\nC=2\nD=2\nE=2\n')
    writeFileSync(join(folder, '.env.demo'), 'C=3\nD=3\nE=3\n')
    writeFileSync(join(folder, '.env.demo.local'), 'D=4\nE=4\n')

    const environment = readEnvironment({ E: '5', F: '' }, folder)

    rmSync(folder, { recursive: true })
    const letters = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => environment.get(name))
    assert.deepEqual(letters, ['1', '2', '3', '4', '5', undefined])
  })
})
