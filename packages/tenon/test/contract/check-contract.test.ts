import assert from 'node:assert/strict'
import { it } from 'node:test'
import { application, get, handler, post, routes, type Middleware } from 'tenon'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { apiFile } from './start-api.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

forEachDialect('checkContract', (open) => {
  it('finds every answer of an application as documented', async () => {
    await using app = await testApp({ application: apiFile, databaseUrl: await open.url() })
    const made = await app.as('json').post('/books', { title: 'Emma', author_id: 1 })

    const headers = { authorization: 'Bearer sesame' }
    const findings = await app.checkContract({ parameters: { book: 1 }, headers })

    assert.equal(made.status, 201)
    assert.deepEqual(findings, [])
  })

  it('says what is not documented, with the request to repeat', async () => {
    const refuse: Middleware = async (request, next) =>
      request.query.has('state') ? Response.json({ message: 'No' }, { status: 418 }) : next()
    const Item = z.object({ id: z.number() })
    const web = routes([
      get(
        '/refused',
        handler({})
          .answers(Item)
          .run(() => ({ id: 1 })),
      ).middleware(async () => Response.json({ message: 'No' }, { status: 418 })),
      post(
        '/failing',
        handler({})
          .answers(Item)
          .run(() => {
            throw new TypeError('Not today')
          }),
      ).middleware(refuse),
      get(
        '/different',
        handler({})
          .answers(Item)
          .run(() => ({ id: 'one' }) as unknown as { id: number }),
      ),
    ])
    const own = application({ root: import.meta.dirname, routes: web })
    await using app = await testApp({ application: own, databaseUrl: await open.url() })

    const findings = await app.checkContract()

    assert.ok(findings.includes('GET /refused (as documented): 418 is not documented'))
    assert.ok(findings.includes('POST /failing (as documented): 500 is not documented (Not today)'))
    assert.match(
      findings.find((finding) => finding.startsWith('GET /different')) ?? '',
      /500 is not documented \(The answer of "\/different" .* is not what the handler states: id: /,
    )
  })
})
