import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSignature, KeyRing, toSignature } from '../../base/keys/keys.ts'
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
  it('has a default for every variable outside production', () => {
    const settings = settingsOf({})

    assert.equal(settings.environment, 'local')
    assert.equal(settings.isProduction, false)
    assert.equal(settings.host, '127.0.0.1')
    assert.equal(settings.port, 8080)
    assert.equal(settings.databaseUrl, 'sqlite:./database.sqlite')
    assert.equal(settings.logLevel, 'debug')
  })

  it('names every variable that production is missing, in one message', () => {
    assert.throws(() => settingsOf({ APP_ENV: 'production' }), {
      code: 'E_ENVIRONMENT',
      message: /SERVER_HOST is missing; SERVER_PORT is missing; DATABASE_URL is missing/,
    })
  })

  it('names what the application itself needs along with it, once', () => {
    const toNeeding = (variables: Record<string, string>) =>
      toSettings(new Map(Object.entries(variables)), 'working', ['ORDERS_DATABASE_URL', 'MAIL_URL'])

    assert.throws(() => toNeeding({ APP_ENV: 'production', MAIL_URL: 'localhost' }), {
      code: 'E_ENVIRONMENT',
      message:
        /complete: DATABASE_URL is missing; ORDERS_DATABASE_URL is missing; MAIL_URL must be smtp:[^;]*\. Nothing/,
    })
    assert.equal(toNeeding({}).mailUrl, undefined)
  })

  it('names a database of no known kind along with the rest', () => {
    assert.throws(
      () => settingsOf({ APP_ENV: 'production', DATABASE_URL: 'mysql://u:secret@db' }),
      {
        code: 'E_ENVIRONMENT',
        message: /SERVER_PORT is missing; DATABASE_URL must be sqlite:(?!.*secret)/,
      },
    )
  })

  it('refuses a value into which its name was pasted, or that stands in quotes', () => {
    const pasted = {
      APP_KEY: 'APP_KEY=base64:c2VjcmV0',
      APP_PREVIOUS_KEYS: 'APP_PREVIOUS_KEYS=secret',
      DATABASE_URL: 'DATABASE_URL=sqlite:secret',
      PORT: 'PORT=8080',
      APP_ENV: 'APP_ENV=test',
    }
    const quoted = { APP_KEY: '"secret"', DATABASE_URL: "'sqlite:secret'" }

    for (const [name, value] of Object.entries(pasted)) {
      assert.throws(() => settingsOf({ [name]: value }), {
        code: 'E_ENVIRONMENT',
        message: `The environment of local is not complete: ${name} begins with its own name: remove "${name}=" from its value. Nothing was started.`,
      })
    }
    for (const [name, value] of Object.entries(quoted)) {
      assert.throws(() => settingsOf({ [name]: value }), {
        message: new RegExp(
          `: ${name} stands in quotes, which are part of its value: remove them\\.`,
        ),
      })
    }
    assert.equal(settingsOf({ APP_KEY: 'A=APP_KEY="x"' }).appKey, 'A=APP_KEY="x"')
  })

  it('refuses a key of which the bytes are lost, whose secret everybody would know', () => {
    const lost = [
      'base64:',
      ' base64:\n',
      'base64:==',
      'base64:$(openssl',
      'base64:c2VjcmV0',
      'base64:""',
    ]
    const whole = `base64:${Buffer.alloc(16).toString('base64')}`

    for (const key of lost) {
      const expected = 'any text but spaces, or base64: and at least 16 bytes in base64'
      assert.throws(() => settingsOf({ APP_KEY: key }), {
        code: 'E_ENVIRONMENT',
        message: `The environment of local is not complete: APP_KEY must be ${expected}. Nothing was started.`,
      })
      assert.throws(
        () => settingsOf({ APP_KEY: 'text', APP_PREVIOUS_KEYS: `${whole},${key}` }),
        /: APP_PREVIOUS_KEYS must be a list of keys, separated by commas, each any text but spaces, or base64:/,
        key,
      )
    }
    assert.equal(settingsOf({ APP_KEY: whole }).appKey, whole)
    assert.throws(() => settingsOf({ APP_KEY: ' ' }), { code: 'E_ENVIRONMENT' })
  })

  for (const short of ['short', 'k'.repeat(31), ` ${'k'.repeat(31)} `]) {
    it(`refuses the short key "${short}" in production if a key is needed, and takes it otherwise`, () => {
      const needing = (variables: Record<string, string>) =>
        toSettings(new Map(Object.entries(variables)), 'serving', ['APP_KEY'])
      const previous = { APP_KEY: 'k'.repeat(32), APP_PREVIOUS_KEYS: short }

      assert.throws(() => needing({ ...production, APP_KEY: short }), {
        code: 'E_ENVIRONMENT',
        message:
          'The environment of production is not complete: APP_KEY has fewer than 32 characters, so it can be guessed: set it to what "key:generate" prints, and move the old one to APP_PREVIOUS_KEYS for as long as you need what it has sealed. Nothing was started.',
      })
      assert.ok(needing({ ...production, ...previous }).keys)
      assert.equal(settingsOf({ ...production, APP_KEY: short }).appKey, short)
      assert.equal(needing({ APP_ENV: 'test', APP_KEY: short }).appKey, short)
    })
  }

  it('takes 16 bytes in base64 for a key of production', () => {
    const key = `base64:${Buffer.alloc(16).toString('base64')}`

    assert.equal(settingsOf({ ...production, APP_KEY: key }).appKey, key)
  })

  it('reads a key alike with and without spaces around it, wherever it stands', () => {
    const written = `base64:${Buffer.alloc(32, 7).toString('base64')}`
    const signatureOf = (variables: Record<string, string>) => {
      const { keys } = settingsOf(variables)
      assert.ok(keys)
      return toSignature(keys, 'test', 'text')
    }
    const isKnown = (variables: Record<string, string>, signature: string) => {
      const { keys } = settingsOf(variables)
      return keys !== undefined && isSignature(keys, 'test', 'text', signature)
    }
    const signature = signatureOf({ APP_KEY: written })

    for (const key of [` ${written}`, `${written}\n`]) {
      assert.equal(signatureOf({ APP_KEY: key }), signature, key)
      assert.ok(isKnown({ APP_KEY: 'new', APP_PREVIOUS_KEYS: `old, ${key}` }, signature), key)
    }
  })

  it('still opens what an earlier version has sealed, which took the spaces for a part of the key', () => {
    const sealed = toSignature(new KeyRing(' secret'), 'test', 'text')

    for (const variables of [
      { APP_KEY: ' secret' },
      { APP_KEY: 'new', APP_PREVIOUS_KEYS: ' secret' },
      { APP_KEY: 'new', APP_PREVIOUS_KEYS: 'old, secret' },
    ]) {
      const { keys } = settingsOf(variables)

      assert.ok(keys && isSignature(keys, 'test', 'text', sealed), JSON.stringify(variables))
    }
  })

  it('reads all previous keys, also with spaces after the commas', () => {
    const sealed = ['first', 'second'].map((key) => toSignature(new KeyRing(key), 'test', 'text'))

    const { keys } = settingsOf({ APP_KEY: 'new', APP_PREVIOUS_KEYS: ' first , second,' })

    assert.ok(keys)
    assert.deepEqual(
      sealed.map((signature) => isSignature(keys, 'test', 'text', signature)),
      [true, true],
    )
  })

  it('requires only a process that serves to know where to listen', () => {
    const { SERVER_HOST: _host, SERVER_PORT: _port, ...rest } = production
    const toWork = (variables: Record<string, string>) =>
      toSettings(new Map(Object.entries(variables)), 'working')

    assert.equal(toWork(rest).databaseUrl, production.DATABASE_URL)
    assert.throws(() => toWork({ APP_ENV: 'production' }), {
      message: /complete: DATABASE_URL is missing\./,
    })
  })

  it('uses PORT if SERVER_PORT is not set', () => {
    const { SERVER_PORT: _port, ...rest } = production

    assert.equal(settingsOf({ ...rest, PORT: '5000' }).port, 5000)
    assert.equal(settingsOf({ ...production, PORT: '5000' }).port, 3000)
    assert.throws(() => settingsOf({ PORT: 'x' }), / PORT must be a number/)
  })

  it('treats an unknown name as production', () => {
    assert.equal(settingsOf({ ...production, APP_ENV: 'prodution' }).isProduction, true)
    assert.throws(() => settingsOf({ APP_ENV: 'staging' }), /SERVER_PORT is missing/)
  })

  it('names an invalid variable together with the missing ones, and no value', () => {
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

  it('reads sizes, workers and URLs of other services', () => {
    const settings = settingsOf({
      BODY_LIMIT: '2mb',
      UPLOAD_LIMIT: '10MB',
      SERVER_WORKERS: '4',
      SERVER_REUSE_PORT: '1',
      SERVER_ENGINE: 'node',
      SERVER_DRAIN_SECONDS: '10',
      SERVER_WORKER_TIMEOUT_SECONDS: '60',
      REDIS_URL: 'rediss://cache:6380/1',
    })

    assert.equal(settings.bodyLimits.bodyBytes, 2 * 1024 * 1024)
    assert.equal(settings.bodyLimits.uploadBytes, 10 * 1024 * 1024)
    assert.equal(settings.bodyLimits.fileBytes, 10 * 1024 * 1024)
    assert.equal(settings.bodyLimits.values, 100_000)
    assert.equal(settings.workers, 4)
    assert.equal(settings.workerTimeoutMs, 60_000)
    assert.equal(settings.reusePort, true)
    assert.equal(settings.engine, 'node')
    assert.equal(settings.drainMs, 10_000)
    assert.equal(settings.redisUrl, 'rediss://cache:6380/1')
    assert.ok(settingsOf({ SERVER_WORKERS: 'auto' }).workers > 0)
  })

  it('reads a list of read replicas, also with a comma at its end', () => {
    const urls = 'postgres://first/app, postgres://second/app,'

    const { replicaUrls } = settingsOf({ DATABASE_REPLICA_URL: urls })

    assert.deepEqual(replicaUrls, ['postgres://first/app', 'postgres://second/app'])
  })

  it('rejects invalid values without quoting them', () => {
    const wrong = {
      BODY_LIMIT: 'secret',
      UPLOAD_LIMIT: '-1',
      SERVER_WORKERS: '129',
      SERVER_REUSE_PORT: 'yes',
      SERVER_ENGINE: 'uws',
      SERVER_DRAIN_SECONDS: '11',
      SERVER_WORKER_TIMEOUT_SECONDS: '4',
      REDIS_URL: 'http://:secret@cache',
      DATABASE_REPLICA_URL: 'postgres://a/b,secret',
    }

    for (const [name, value] of Object.entries(wrong)) {
      assert.throws(
        () => settingsOf({ [name]: value }),
        ({ message }: Error) => message.includes(`${name} must be`) && !message.includes('secret'),
        name,
      )
    }
  })

  it('logs less in production, unless it is set otherwise', () => {
    assert.equal(settingsOf(production).logLevel, 'info')
    assert.equal(settingsOf({ ...production, LOG_LEVEL: 'debug' }).logLevel, 'debug')
  })

  it('raises the upload limit to the limit of other bodies', () => {
    const { bodyLimits } = settingsOf({ BODY_LIMIT: '2mb', UPLOAD_LIMIT: '1mb' })

    assert.equal(bodyLimits.uploadBytes, 2 * 1024 * 1024)
  })

  it('requires a separate port for the metrics of several processes', () => {
    const METRICS_TOKEN = 'a-token-of-16-letters'
    const several = { METRICS_TOKEN, SERVER_WORKERS: '2' }

    assert.throws(() => settingsOf(several), /METRICS_PORT is missing/)
    assert.equal(settingsOf({ ...several, METRICS_PORT: '0' }).metricsPort, 0)
    assert.equal(settingsOf({ METRICS_TOKEN }).metricsToken, METRICS_TOKEN)
  })

  it('rejects invalid ports', () => {
    for (const port of ['65536', '-1', '1e3', '0x50', ' 80', '8080 ']) {
      assert.throws(() => settingsOf({ SERVER_PORT: port }), /SERVER_PORT/, port)
    }
  })
})
