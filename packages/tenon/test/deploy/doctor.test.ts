import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDatabaseUrl } from '../../src/application/doctor/check-database.ts'
import { checkEnvironment } from '../../src/application/doctor/check-environment.ts'
import { checkFiles } from '../../src/application/doctor/check-files.ts'
import { checkProcess } from '../../src/application/doctor/check-process.ts'
import type { Finding } from '../../src/application/doctor/finding.ts'
import { toSettings } from '../../src/application/config/settings.ts'
import { passkeys } from '../../src/auth-passkeys.ts'
import { accounts } from '../../src/auth.ts'
import { c, Model } from '../../src/models.ts'
import { notes, startBinary } from '../faults/start-binary.ts'

const key = 'q7J1n0eWmXk4v2sPz9aTgB5cYdRfHhLu'

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique({ caseInsensitive: true }),
  password: c.text().hidden(),
}) {}

/** An environment without findings. */
const sound = {
  APP_ENV: 'production',
  SERVER_HOST: '127.0.0.1',
  SERVER_PORT: '0',
  DATABASE_URL: 'postgres://app:secret@127.0.0.1/app',
  APP_KEY: key,
  TRUSTED_PROXIES: '127.0.0.1',
}

const toTitles = (findings: readonly Finding[]) =>
  findings.map(({ level, subject }) => `${level} ${subject}`)

function examine(variables: Readonly<Record<string, string>>): readonly string[] {
  const settings = toSettings(new Map(Object.entries({ ...sound, ...variables })))
  return toTitles([...checkEnvironment(settings), ...checkDatabaseUrl(settings)])
}

describe('doctor', () => {
  it('finds nothing wrong in a sound environment', () => {
    assert.deepEqual(examine({}), [])
  })

  it('reports each weakness of the environment', () => {
    const cases: readonly [Readonly<Record<string, string>>, string][] = [
      [{ APP_ENV: 'local' }, 'warning APP_ENV'],
      [{ APP_KEY: '' }, 'error APP_KEY'],
      [{ APP_KEY: 'a'.repeat(64) }, 'error APP_KEY'],
      [{ TRUSTED_PROXIES: '' }, 'warning TRUSTED_PROXIES'],
      [{ SERVER_HOST: '0.0.0.0' }, 'warning SERVER_HOST'],
      [{ SERVER_HOST: '::' }, 'warning SERVER_HOST'],
      [{ SERVER_WORKERS: '4' }, 'warning REDIS_URL'],
      [{ SERVER_REUSE_PORT: '1' }, 'warning REDIS_URL'],
      [{ REDIS_URL: 'redis://cache.example:6379' }, 'warning REDIS_URL'],
      [{ REDIS_URL: 'redis://127.cache.example' }, 'warning REDIS_URL'],
      [{ DATABASE_URL: 'postgres://a:b@127.0.0.1/app?pgbouncer=true' }, 'warning REDIS_URL'],
      [{ DATABASE_URL: 'sqlite::memory:' }, 'error DATABASE_URL'],
      [{ DATABASE_URL: 'sqlite:/nowhere/app.sqlite' }, 'error DATABASE_URL'],
      [{ DATABASE_URL: 'postgres://a:b@db.example/app' }, 'error DATABASE_URL'],
      [{ DATABASE_URL: 'postgres://a:b@db.example/app?sslmode=disable' }, 'error DATABASE_URL'],
      [{ DATABASE_URL: 'postgres://a:b@127.db.example/app' }, 'error DATABASE_URL'],
      [{ DATABASE_URL: 'postgres://a:b@10.db.example/app' }, 'error DATABASE_URL'],
      [{ DATABASE_URL: 'postgres://a:b@10.0.0.7/app' }, 'warning DATABASE_URL'],
      [{ DATABASE_URL: 'postgres://a:b@db/app' }, 'warning DATABASE_URL'],
      [{ DATABASE_URL: 'postgres://a:b@db.example/app?sslmode=require' }, 'warning DATABASE_URL'],
    ]

    for (const [variables, expected] of cases) {
      const withoutEmpty = Object.entries({ ...sound, ...variables }).filter(([, each]) => each)
      const settings = toSettings(new Map(withoutEmpty))
      const found = toTitles([...checkEnvironment(settings), ...checkDatabaseUrl(settings)])
      assert.deepEqual(found, [expected], JSON.stringify(variables))
    }
  })

  it('reports a key that can be guessed, also in development, and accepts 16 random bytes', () => {
    const development = { APP_ENV: 'local' }
    const bytes = `base64:${Buffer.from('0123456789abcdef').toString('base64')}`

    assert.ok(examine({ ...development, APP_KEY: 'secret' }).includes('error APP_KEY'))
    assert.deepEqual(examine({ APP_KEY: bytes }), [])
  })

  it('accepts connections that are encrypted or stay on the machine', () => {
    for (const url of [
      'postgres://a:b@db.example/app?sslmode=verify-full',
      'postgres:///app?host=/run/postgresql',
      'postgres://a@[::1]/app',
    ]) {
      assert.deepEqual(examine({ DATABASE_URL: url, REDIS_URL: 'rediss://cache.example' }), [], url)
    }
  })

  it('warns about metrics that anyone can read', () => {
    const exposed = { SERVER_HOST: '0.0.0.0', METRICS_PORT: '9100' }

    assert.ok(examine(exposed).includes('warning METRICS_PORT'))
    assert.ok(!examine({ ...exposed, METRICS_TOKEN: key }).includes('warning METRICS_PORT'))
  })

  it('reports files that others can read or write, and pages without a build', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'app.sqlite')
    for (const name of ['.env', '.env.production', '.env.example', 'app.sqlite']) {
      writeFileSync(join(folder.path, name), '')
      chmodSync(join(folder.path, name), 0o644)
    }
    chmodSync(join(folder.path, '.env.production'), 0o600)
    const look = (root: string) =>
      toTitles(checkFiles({ root, workingFolder: folder.path, databaseUrl: `sqlite:${file}` }))
    const unbuilt = join(import.meta.dirname, '../../../../examples/todo')

    assert.deepEqual(look(folder.path), ['error .env', 'warning the SQLite file'])
    assert.ok(look(unbuilt).includes('error build'))
  })

  it('warns once about an address on which the passkeys of the accounts do not work', () => {
    const auth = accounts(User, { login: 'email', password: 'password' })
    const look = (variables: Readonly<Record<string, string>>) => {
      const settings = toSettings(new Map(Object.entries({ ...sound, ...variables })))
      return toTitles(checkEnvironment(settings, { models: { User } }))
    }
    const plain = { APP_URL: 'http://127.0.0.1:18741' }

    assert.deepEqual(look(plain), [])
    passkeys(auth, { name: 'Shop' })
    for (const found of [
      plain,
      { APP_URL: 'https://10.0.0.5' },
      { APP_URL: 'http://a.example' },
      {},
    ])
      assert.deepEqual(look(found), ['warning APP_URL'], JSON.stringify(found))
    for (const APP_URL of ['https://shop.example', 'http://localhost:3000'])
      assert.deepEqual(look({ APP_URL }), [], APP_URL)
  })

  it('reports an old Node, a process of root, and a low limit of connections', () => {
    const bad = { version: '22.11.0', userId: 0, descriptors: 1024 }
    const good = { version: '24.1.0', userId: 1000, descriptors: 65_536 }

    assert.deepEqual(toTitles(checkProcess(bad)), [
      'error Node',
      'warning the user',
      'warning file descriptors',
    ])
    assert.deepEqual(checkProcess(good), [])
    assert.deepEqual(checkProcess({ ...good, descriptors: undefined }), [])
  })

  it('exits with 1 for an error, prints all findings as JSON, and changes nothing', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'app.sqlite')
    const environment = { DATABASE_URL: `sqlite:${file}` }
    const run = (argv: readonly string[]) => startBinary(environment, { file: notes, argv }).ended

    const before = await run(['doctor', '--json'])
    const isMade = existsSync(file)
    await run(['migrate'])
    const after = await run(['doctor'])

    const { isHealthy, findings } = JSON.parse(before.stdout)
    assert.equal(before.code, 1)
    assert.equal(isHealthy, false)
    assert.match(findings[0].problem, /does not exist/)
    assert.equal(isMade, false)
    assert.equal(after.code, 0)
    assert.match(after.stdout, /^warning {2}APP_ENV: /m)
  })

  it('reports missing variables and an unavailable database as errors', async () => {
    const incomplete = await startBinary(
      { APP_ENV: 'production', DATABASE_URL: '' },
      { file: notes, argv: ['doctor'] },
    ).ended
    const away = await startBinary(
      { DATABASE_URL: 'postgres://a@127.0.0.1:1/a' },
      { file: notes, argv: ['doctor'] },
    ).ended

    assert.deepEqual([incomplete.code, away.code], [1, 1])
    assert.match(incomplete.stdout, /^error {4}E_ENVIRONMENT: .*SERVER_HOST is missing/m)
    assert.match(away.stdout, /^error {4}the database: .*127\.0\.0\.1:1/m)
  })
})

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'tenon-doctor-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
