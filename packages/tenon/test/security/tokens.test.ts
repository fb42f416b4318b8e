import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { auth, programWith, serveApi } from '../auth/tokens-application.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const options = { name: 'CI', abilities: ['orders:read'], expires: '90d' } as const

forEachDialect('a token in the wrong hands', (open) => {
  const start = async () => serveApi(await open.url())

  it('cannot be read from the database', async () => {
    await using api = await start()
    const { text } = await auth.tokens.issue(api.ada, options)

    const [row] = await currentDatabase().query<Record<string, unknown>>(
      sql`select * from tenon_tokens`,
    )

    const secret = text.slice(text.lastIndexOf('_', text.length - 43) + 1)
    assert.doesNotMatch(JSON.stringify(row), new RegExp(secret))
    assert.equal(
      (await programWith(api.served, String(row?.['digest'])).get('/api/me')).status,
      401,
    )
  })

  it('is worth nothing with another secret, another id, cut off, or made up', async () => {
    await using api = await start()
    const [one, two] = [
      await auth.tokens.issue(api.ada, options),
      await auth.tokens.issue(api.bob, options),
    ]
    const secret = one.text.slice(one.prefix.length)
    const texts = [
      two.prefix + secret,
      one.text.slice(0, -1),
      `${one.text}A`,
      one.prefix,
      one.text.replace('shop', 'tenon'),
      `${one.prefix}_${'A'.repeat(43)}`,
      'null',
      '*',
    ]

    for (const text of texts) {
      const answer = await programWith(api.served, text).get('/api/me')
      assert.deepEqual(
        [answer.status, answer.headers.get('www-authenticate')],
        [401, 'Bearer error="invalid_token"'],
        text,
      )
    }
  })

  it('gets answers that shared caches do not keep, and so do programs without one', async () => {
    await using api = await start()
    const { text } = await auth.tokens.issue(api.ada, options)
    const programs = [
      programWith(api.served, text),
      programWith(api.served, 'x'),
      api.served.program(),
    ]

    const answers = await Promise.all(programs.map((program) => program.get('/api/me')))

    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('cache-control')]),
      [
        [200, 'private'],
        [401, 'private'],
        [401, 'private'],
      ],
    )
  })

  it('is not taken from the query or the body', async () => {
    await using api = await start()
    const { text } = await auth.tokens.issue(api.ada, options)
    const program = api.served.program()

    const answers = [
      await program.get(`/api/me?access_token=${text}`),
      await program.send('POST', '/api/orders', { form: { access_token: text } }),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 401],
    )
  })

  it('ends when it expires', async () => {
    await using api = await start()
    const { text } = await auth.tokens.issue(api.ada, { ...options, expires: '1ms' })
    await delay(5) // time: it expires

    assert.equal((await programWith(api.served, text).get('/api/me')).status, 401)
    assert.deepEqual(await auth.tokens.list(api.ada), [])
  })

  it('ends when it is revoked, or its user is blocked or deleted', async () => {
    await using api = await start()
    const revoked = await auth.tokens.issue(api.ada, options)
    await auth.tokens.revoke(api.ada, revoked.id)
    const blocked = await auth.tokens.issue(api.ada, options)
    await api.ada.update({ blocked: true })
    const deleted = await auth.tokens.issue(api.bob, options)
    await api.bob.delete()

    for (const { text } of [revoked, blocked, deleted]) {
      assert.equal((await programWith(api.served, text).get('/api/me')).status, 401, text)
    }
  })
})
