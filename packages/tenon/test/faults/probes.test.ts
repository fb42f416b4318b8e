import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { get } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { startApplication } from '../security/start-application.ts'

const list = routes([get('/_app/other', () => 'a route')])
const fail = () => Promise.reject(new Error('the secret of the search engine'))

describe('/_app/ready', () => {
  it('is 200 when every check succeeds', async () => {
    await using app = await startApplication({ routes: list, readiness: { mail: { check() {} } } })

    const { status, head, body } = await app.send({ path: '/_app/ready' })

    assert.equal(status, 200)
    assert.match(head, /cache-control: no-store/)
    assert.deepEqual(
      { ...JSON.parse(body), timestamp: '' },
      { status: 'ok', timestamp: '', checks: { mail: 'ok' } },
    )
  })

  it('is 503 if a check fails, with the reason only in the log', async () => {
    await using app = await startApplication({
      routes: list,
      readiness: { mail: { check() {} }, search: { check: fail } },
    })

    const { status, body } = await app.send({ path: '/_app/ready' })

    assert.equal(status, 503)
    assert.deepEqual(JSON.parse(body).checks, { mail: 'ok', search: 'failed' })
    assert.ok(!body.includes('secret'))
    const line = app.lines.find(({ msg }) => msg === 'The readiness check "search" failed')
    assert.match(JSON.stringify(line?.['error']), /the secret of the search engine/)
  })

  it('is 200 and degraded if the failed check is optional', async () => {
    await using app = await startApplication({
      routes: list,
      readiness: { search: { check: fail, optional: true } },
    })

    const { status, body } = await app.send({ path: '/_app/ready' })

    assert.deepEqual([status, JSON.parse(body).status], [200, 'degraded'])
  })

  it('waits for a check up to its timeout, even if the check ignores its signal', async () => {
    await using app = await startApplication({
      routes: list,
      readiness: { hung: { check: () => new Promise(() => {}), timeout: '50ms' } },
    })
    const startedAt = performance.now()

    const { status } = await app.send({ path: '/_app/ready' })

    assert.equal(status, 503)
    assert.ok(performance.now() - startedAt < 1000)
  })

  it('runs the checks once for concurrent requests', async () => {
    const gate = Promise.withResolvers<void>()
    let asked = 0
    const check = () => {
      asked += 1
      return gate.promise
    }
    await using app = await startApplication({ routes: list, readiness: { one: { check } } })

    const answers = Array.from({ length: 20 }, () => app.send({ path: '/_app/ready' }))
    setTimeout(gate.resolve, 200)
    await Promise.all(answers)

    assert.equal(asked, 1)
  })
})

describe("the server's own paths", () => {
  it('answer before middleware, to GET and HEAD only; all other paths belong to the routes', async () => {
    const refuse = () => Promise.reject(new Error('not reached'))
    await using app = await startApplication({ routes: list, middleware: [refuse] })
    const ask = async (path: string, method = 'GET') => (await app.send({ path, method })).status

    assert.equal(await ask('/_app/live'), 200)
    assert.equal(await ask('/_app/live', 'HEAD'), 200)
    assert.equal(await ask('/_app/live', 'POST'), 405)
    assert.equal(await ask('/_app/other'), 500)
    assert.equal(await ask('/_app/live/'), 500)
  })
})
