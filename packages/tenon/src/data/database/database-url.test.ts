import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveDatabaseUrl, toIdleTimeoutMs, withoutPassword } from './database-url.ts'

describe('resolveDatabaseUrl', () => {
  it('reads the file of an SQLite URL in every form', () => {
    const file = (url: string) => {
      const resolved = resolveDatabaseUrl(url)
      return 'file' in resolved ? resolved.file : undefined
    }

    assert.equal(file('sqlite:./app.sqlite'), './app.sqlite')
    assert.equal(file('sqlite:/var/app.sqlite'), '/var/app.sqlite')
    assert.equal(file('sqlite:///var/app.sqlite'), '/var/app.sqlite')
    assert.equal(file('sqlite://app.sqlite'), 'app.sqlite')
    assert.equal(file('sqlite::memory:'), ':memory:')
  })

  it('reads the options of an SQLite URL', () => {
    const url = 'sqlite:app.sqlite?durability=full&driver=better-sqlite3&idle=5'

    assert.deepEqual(resolveDatabaseUrl(url), {
      dialect: 'sqlite',
      file: 'app.sqlite',
      durability: 'full',
      driver: 'better-sqlite3',
      idleTimeoutMs: 5000,
    })
  })

  it('accepts both protocol names of PostgreSQL', () => {
    assert.equal(resolveDatabaseUrl('postgres://localhost/app').dialect, 'postgres')
    assert.equal(resolveDatabaseUrl('postgresql://localhost/app').dialect, 'postgres')
  })

  it('reads a host with any letters', () => {
    const url = resolveDatabaseUrl('postgres://ada@db1.müller.de,[::1]:5433/app')

    assert.deepEqual('hosts' in url && url.hosts, [
      { host: 'db1.xn--mller-kva.de', port: 5432 },
      { host: '::1', port: 5433 },
    ])
    assert.throws(() => resolveDatabaseUrl('postgres://a%20b/app'), { code: 'E_DATABASE_URL' })
  })

  it('rejects invalid URLs, and never shows a password', () => {
    const code = 'E_DATABASE_URL'

    assert.throws(() => resolveDatabaseUrl('mysql://root:secret@db/app'), {
      code,
      message: /"mysql:\/\/root@db\/app"/,
    })
    assert.throws(
      () => resolveDatabaseUrl('postgres://app:secret@[db/app'),
      (error) => {
        assert.doesNotMatch(String(error), /secret/)
        return true
      },
    )
    assert.throws(() => resolveDatabaseUrl(''), { code })
    assert.throws(() => resolveDatabaseUrl('sqlite:'), { code, message: /does not name a file/ })
    assert.throws(() => resolveDatabaseUrl('sqlite:a?mode=wal'), { code, message: /"mode"/ })
    assert.throws(() => resolveDatabaseUrl('sqlite:a?durability=no'), { code, message: /"no"/ })
  })
})

describe('toIdleTimeoutMs', () => {
  it('reads whole seconds up to a day, and rejects anything else', () => {
    assert.deepEqual(
      ['0', '1', '86400'].map((idle) => toIdleTimeoutMs(idle)),
      [0, 1000, 86_400_000],
    )
    assert.equal(toIdleTimeoutMs(undefined), 60_000)
    for (const idle of ['', '-1', '1.5', '60s', '86401', '1e3', ' 1']) {
      assert.throws(
        () => toIdleTimeoutMs(idle),
        {
          code: 'E_DATABASE_URL',
          message: /0 for no limit/,
        },
        idle,
      )
    }
  })
})

describe('withoutPassword', () => {
  it('keeps the rest of the URL', () => {
    assert.equal(withoutPassword('postgres://a:b%40:c@h:1/d?x=y'), 'postgres://a@h:1/d?x=y')
    assert.equal(withoutPassword('postgres://a@h/d'), 'postgres://a@h/d')
    assert.equal(withoutPassword('postgres://h:1/d'), 'postgres://h:1/d')
    assert.equal(
      withoutPassword('postgres://h/d?user=a&password=b&x=y'),
      'postgres://h/d?user=a&password=…&x=y',
    )
  })

  it('finds the password of a malformed URL, too', () => {
    assert.equal(withoutPassword('postgres:a:b@h/d'), 'postgres@h/d')
    assert.equal(withoutPassword('postgres:///a:b@h/d'), 'postgres:///a@h/d')
    assert.equal(withoutPassword('a:b@h/d'), 'a@h/d')
  })
})
