import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { seal, sign } from '../../src/keys.ts'
import {
  application,
  get,
  group,
  json,
  post,
  route,
  routes,
  signed,
  signedRoute,
} from '../../src/index.ts'
import { requestSignature, routeSignature } from '../../src/keys.ts'
import { testApp } from '../../src/testing.ts'

const web = routes([
  get('/', () => 'home').name('home'),
  group('/reports', [
    get('/{report}', (request) => `report ${request.param('report')}`).name('reports.show'),
    post('/{report}', (request) => json(requestSignature(request))).name('reports.answer'),
  ]).middleware(signed),
])
const open = () => testApp({ application: application({ root: import.meta.dirname, routes: web }) })

const urlOf = (query: Record<string, string> = {}) =>
  signedRoute('reports.show', { report: 7 }, { expires: '1h', query })

describe('a signed URL', () => {
  it('works as it was made, also with a query', async () => {
    await using app = await open()
    const query = { of: "O'Neill & Söhne", expires: '1', signature: 'x' }

    const answers = [await app.get(urlOf()), await app.get(urlOf(query))]

    assert.deepEqual(
      answers.map(({ text }) => text),
      ['report 7', 'report 7'],
    )
  })

  it('is written by others with its signature, and carries it to a form of the same path', async () => {
    await using app = await open()
    const at = { report: 7 }
    const link = routeSignature('reports.show', at, { expires: '1h', query: { page: '1' } })

    const shown = await app.get(route('reports.show', at, { page: '1', ...link }))
    const answered = await app.post(route('reports.answer', at, { page: '1', ...link }))
    const elsewhere = await app.post(route('reports.answer', { report: 8 }, { page: '1', ...link }))
    const without = await app.post(route('reports.answer', at, { ...link }))

    assert.equal(shown.text, 'report 7')
    assert.deepEqual(answered.json(), link)
    assert.deepEqual([elsewhere.status, without.status], [403, 403])
  })

  it('survives what a browser does to an address', async () => {
    await using app = await open()
    const url = new URL(urlOf({ of: "O'Neill (é) [1] {2} ^|`~!*" }), 'http://localhost')

    assert.equal((await app.get(url.pathname + url.search)).status, 200)
  })

  it('works for nothing else: another record, another field, one more or one less', async () => {
    await using app = await open()
    const url = urlOf({ page: '1' })
    const [, signature = ''] = url.split('&signature=')
    const forged = [
      '/reports/7',
      '/reports/7?expires=99999999999999',
      `/reports/7?expires=99999999999999&signature=${signature}`,
      `/reports/7?expires=99999999999999&signature=${sign('download', '/reports/7?expires=99999999999999')}`,
      `/reports/7?signature=${seal('signed url', '/reports/7')}`,
      url.replace('/7', '/8'),
      url.replace('/7', '/7/'),
      url.replace('/7', '/%37'),
      url.replace('page=1', 'page=2'),
      url.replace('page=1&', ''),
      url.replace('?', '?page=2&'),
      `${url}&page=2`,
      `${url}A`,
      url.slice(0, -1),
      url.replace(/expires=\d+/, 'expires=99999999999999'),
    ]

    for (const target of forged) {
      const { status } = await app.get(target)
      assert.ok(status === 403 || status === 308, `${status} for ${target}`)
    }
  })

  it('works no longer than it says', async () => {
    await using app = await open()
    const url = signedRoute('reports.show', { report: 7 }, { expires: '1ms' })
    await delay(5) // time: it expires

    assert.equal((await app.get(url)).status, 403)
  })

  it('needs a route of that name', async () => {
    await using app = await open()

    assert.throws(() => signedRoute('nothing', {}, { expires: '1h' }), {
      code: 'E_ROUTE_UNKNOWN',
    })
    assert.equal((await app.get('/')).status, 200)
  })
})
