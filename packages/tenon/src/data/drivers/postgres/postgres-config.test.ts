import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveDatabaseUrl } from '../../database/database-url.ts'
import { resolvePostgresConfig } from './postgres-config.ts'

function resolve(url: string, options = {}) {
  const resolved = resolveDatabaseUrl(url)
  assert.equal(resolved.dialect, 'postgres')
  return resolvePostgresConfig(resolved, options)
}

describe('resolvePostgresConfig', () => {
  it('reads the server and the credentials', () => {
    const { client, hosts, description } = resolve(
      'postgres://me%40home:p%2Fw@db.example:6543/my%20app',
    )

    assert.deepEqual(hosts, [{ host: 'db.example', port: 6543 }])
    assert.equal(client.user, 'me@home')
    assert.equal(client.password, 'p/w')
    assert.equal(client.database, 'my app')
    assert.equal(description, 'postgres://me%40home@db.example:6543/my%20app')
  })

  it('reads a Unix socket and an IPv6 address', () => {
    const hostOf = (url: string) => resolve(url).hosts[0]?.host

    assert.equal(hostOf('postgres:///app?host=/run/postgresql'), '/run/postgresql')
    assert.equal(hostOf('postgres://[::1]/app'), '::1')
  })

  it('describes hosts whose name is in the rest of the URL, too', () => {
    const description = (url: string) => resolve(url).description

    assert.equal(
      description('postgres://app:secret@postgres,replica/app'),
      'postgres://app@postgres:5432,replica:5432/app',
    )
    assert.equal(description('postgres://app,b/app'), 'postgres://app:5432,b:5432/app')
    assert.equal(description('postgres:///app?host=/run'), 'postgres:///app?host=/run')
  })

  it('reads several hosts, and what the one to use must be', () => {
    const { hosts, sessionKind, description } = resolve(
      'postgres://app:secret@db1,db2:5433,[::1]:5434/shop?target_session_attrs=read-write',
    )

    assert.deepEqual(hosts, [
      { host: 'db1', port: 5432 },
      { host: 'db2', port: 5433 },
      { host: '::1', port: 5434 },
    ])
    assert.equal(sessionKind, 'read-write')
    assert.match(description, /^postgres:\/\/app@db1:5432,db2:5433,\[::1\]:5434\/shop\?/)
    assert.throws(() => resolve('postgres://db/app?target_session_attrs=prefer-primary'), {
      code: 'E_DATABASE_URL',
      message:
        /"prefer-primary"\. Write any, read-write, read-only, primary, standby, prefer-standby\./,
    })
  })

  it('reads how long a connection is used', () => {
    const lifetimeMs = (query: string) => resolve(`postgres://db/app${query}`).lifetimeMs

    assert.deepEqual(
      [lifetimeMs(''), lifetimeMs('?lifetime=60'), lifetimeMs('?lifetime=0')],
      [1_800_000, 60_000, 0],
    )
    assert.throws(() => lifetimeMs('?lifetime=1h'), { code: 'E_DATABASE_URL', message: /"1h"/ })
  })

  it('gives sslmode the meaning that it has in libpq', () => {
    const verified = (mode: string) => {
      const { ssl } = resolve(`postgres://db/app?sslmode=${mode}`).client
      return typeof ssl === 'object' ? [ssl.rejectUnauthorized, 'checkServerIdentity' in ssl] : ssl
    }

    assert.equal(resolve('postgres://db/app').client.ssl, false)
    assert.equal(verified('disable'), false)
    assert.deepEqual(verified('require'), [false, true])
    assert.deepEqual(verified('verify-ca'), [true, true])
    assert.deepEqual(verified('verify-full'), [true, false])
    assert.throws(() => verified('prefer'), { code: 'E_DATABASE_URL', message: /"prefer"/ })
    assert.throws(() => resolve('postgres://db/app?sslmode=verify-ca&sslrootcert=/none.pem'), {
      code: 'E_DATABASE_URL',
      message: /"\/none.pem"/,
    })
  })

  it('sends no session settings to PgBouncer', () => {
    const direct = resolve('postgres://db/app?schema=shop').client
    const pooled = resolve('postgres://db/app?prepare=false')
    const alsoPooled = resolve('postgres://db/app?pgbouncer=true')

    assert.equal(
      direct.options,
      '-c search_path=shop -c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres',
    )
    assert.equal(direct.statement_timeout, 4500)
    assert.deepEqual(
      [pooled.client.options, pooled.client.statement_timeout],
      [undefined, undefined],
    )
    assert.equal(pooled.statementTimeoutMs, 5000)
    assert.deepEqual([pooled.prepare, alsoPooled.prepare], [false, false])
  })

  it('rejects a switch that is neither true nor false', () => {
    const code = 'E_DATABASE_URL'

    assert.throws(() => resolve('postgres://db/app?prepare=no'), { code, message: /prepare "no"/ })
    assert.throws(() => resolve('postgres://db/app?pgbouncer=1'), {
      code,
      message: /pgbouncer "1"/,
    })
  })

  it('reports an invalid "%" in a password, and not the password', () => {
    assert.throws(() => resolve('postgres://app:100%sure@db/app'), {
      code: 'E_DATABASE_URL',
      message: 'DATABASE_URL has an invalid "%" in its user, password or database. Write "%25".',
    })
  })

  it('reads time limits, and allows none for statements', () => {
    const { client, statementTimeoutMs } = resolve('postgres://db/app', {
      connectTimeoutMs: 100,
      statementTimeoutMs: 0,
    })

    assert.equal(client.connectionTimeoutMillis, 100)
    assert.deepEqual([statementTimeoutMs, client.statement_timeout], [0, undefined])
  })

  it('reads how long a transaction may be idle, if the options do not say', () => {
    const idle = (query: string, options = {}) =>
      resolve(`postgres://db/app${query}`, options).idleTimeoutMs

    assert.deepEqual([idle(''), idle('?idle=5'), idle('?idle=0')], [60_000, 5000, 0])
    assert.equal(idle('?idle=5', { idleTimeoutMs: 0 }), 0)
  })

  it('rejects unknown options and values', () => {
    const code = 'E_DATABASE_URL'

    assert.throws(() => resolve('postgres://db/app?shema=x'), { code, message: /"shema"/ })
    assert.throws(() => resolve('postgres://db/app?schema=a;b'), { code, message: /"a;b"/ })
    assert.throws(() => resolve('postgres://db/app?idle=1m'), { code, message: /idle "1m"/ })
    assert.throws(() => resolve('postgres://db/app?pool=many'), { code, message: /"many"/ })
  })
})
