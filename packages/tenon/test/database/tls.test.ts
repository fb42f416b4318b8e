import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { notes, startBinary } from '../faults/start-binary.ts'
import { createAuthority, type CertificateAuthority } from '../support/certificates.ts'
import { isTested } from '../support/for-each-dialect.ts'
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts'
import { findProgram } from '../support/proxy-server.ts'

const skip = !isTested('postgres')
  ? 'TEST_DATABASES leaves postgres out'
  : findProgram('openssl') === undefined && 'openssl is not installed: apt-get install openssl'

/** Requires encryption; `app` also needs a password. */
const access = `hostssl all app 127.0.0.1/32 scram-sha-256
hostssl all all 127.0.0.1/32 trust
hostssl all all ::1/128 trust
`

describe('TLS to PostgreSQL', { skip }, () => {
  let authority: CertificateAuthority
  let other: CertificateAuthority
  let server: PostgresServer
  before(async () => {
    authority = createAuthority()
    other = createAuthority()
    server = await startPostgres({ access, certificate: authority.issue('localhost') })
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    authority[Symbol.dispose]()
    other[Symbol.dispose]()
  })

  function toUrl(options: Readonly<Record<string, string>>, host = 'localhost'): string {
    const url = new URL(server.url)
    url.hostname = host
    url.search = new URLSearchParams(options).toString()
    return url.href
  }

  /** Whether the server sees the connection as encrypted. */
  async function isEncrypted(url: string): Promise<boolean | undefined> {
    await using database = createDatabase(url)
    const [row] = await database.query<{ ssl: boolean }>(
      sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`,
    )
    return row?.ssl
  }

  it('encrypts with require, without verifying the server', async () => {
    assert.equal(await isEncrypted(toUrl({ sslmode: 'require' })), true)
    assert.equal(await isEncrypted(toUrl({ sslmode: 'require' }, '127.0.0.1')), true)
  })

  it('encrypts the request to cancel a statement', async () => {
    const url = toUrl({ sslmode: 'require', options: '-c statement_timeout=0', prepare: 'false' })
    await using database = createDatabase(url, { statementTimeout: '2000ms' })

    const slow = database.query(sql`select pg_sleep(30)`)

    await assert.rejects(slow, { reason: 'timeout', isOutcomeUnknown: false })
  })

  it('accepts a certificate of its authority with verify-ca, and for its name with verify-full', async () => {
    const sslrootcert = authority.file

    assert.equal(await isEncrypted(toUrl({ sslmode: 'verify-ca', sslrootcert })), true)
    assert.equal(await isEncrypted(toUrl({ sslmode: 'verify-ca', sslrootcert }, '127.0.0.1')), true)
    assert.equal(await isEncrypted(toUrl({ sslmode: 'verify-full', sslrootcert })), true)
  })

  it('rejects every other certificate, and reports why', async () => {
    const sslrootcert = other.file
    const cases: readonly [string, RegExp][] = [
      [toUrl({ sslmode: 'require', sslrootcert }), /certificate/],
      [toUrl({ sslmode: 'verify-ca', sslrootcert }), /certificate/],
      [toUrl({ sslmode: 'verify-full', sslrootcert }), /certificate/],
      [toUrl({ sslmode: 'verify-full' }), /certificate/],
      [
        toUrl({ sslmode: 'verify-full', sslrootcert: authority.file }, '127.0.0.1'),
        /certificate.*127\.0\.0\.1/,
      ],
    ]

    for (const [url, message] of cases) {
      const refusal = { name: 'DatabaseUnavailable', reason: 'refused', message }
      await assert.rejects(isEncrypted(url), refusal, url)
    }
  })

  it('reports that the server requires encryption, or does not support it', async () => {
    await using plain = await startPostgres()

    await assert.rejects(isEncrypted(toUrl({})), { reason: 'refused', message: /no encryption/ })
    await assert.rejects(isEncrypted(`${plain.url}?sslmode=require`), {
      reason: 'refused',
      message: /does not support SSL/,
    })
  })

  it('binds a password to the connection with channel_binding=require', async () => {
    await using database = createDatabase(toUrl({ sslmode: 'require' }))
    await database.script("create role app login password 'geheim'")
    const withPassword = (password: string) => {
      const url = new URL(toUrl({ sslmode: 'require', channel_binding: 'require' }))
      return Object.assign(url, { username: 'app', password }).href
    }

    assert.equal(await isEncrypted(withPassword('geheim')), true)
    await assert.rejects(isEncrypted(withPassword('falsch')), { reason: 'refused' })
  })

  it('reports the problem in one line when an application starts', async () => {
    const url = toUrl({ sslmode: 'verify-full', sslrootcert: other.file })

    const migrated = await startBinary({ DATABASE_URL: url }, { file: notes, argv: ['migrate'] })
      .ended

    assert.equal(migrated.code, 69)
    assert.match(migrated.stderr, /^[^\n]*certificate[^\n]*Check DATABASE_URL\.\n$/)
  })
})
