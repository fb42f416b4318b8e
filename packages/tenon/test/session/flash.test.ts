import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { application, get, page, post, redirect, routes } from '../../src/index.ts'
import { clearHistory, flash } from '../../src/pages.ts'
import { session, type SessionOptions } from '../../src/session.ts'
import { testApp, type TestResponse } from '../../src/testing.ts'

const web = routes([
  get('/', () => page('Home')),
  post('/begin', async (request) => {
    ;(await session(request)).set('visits', 1)
    return 'begun'
  }),
  post('/save', async (request) => {
    const { name, text } = Object.fromEntries(Object.entries(await request.form()))
    flash(request, { [String(name)]: String(text) })
    return redirect('/')
  }),
  post('/logout', async (request) => {
    ;(await session(request)).destroy()
    flash(request, { toast: 'Goodbye' })
    clearHistory(request)
    return redirect('/')
  }),
])

const open = (options: SessionOptions) =>
  testApp({
    application: application({ root: import.meta.dirname, routes: web, session: options }),
  })

for (const store of ['database', 'store'] as const) {
  describe(`flash data of a browser with a session in: ${store}`, () => {
    it('is kept in the session and shown once', async () => {
      await using app = await open({ store })
      const client = app.as('page')
      await client.post('/begin')

      const answer = await client.post('/save', toForm('toast', 'Saved'))
      const shown = [await client.get('/'), await client.get('/')]

      assert.match(answer.cookies.join(), /^tenon_flash_\w+=1; Max-Age=300; Path=\/; HttpOnly/)
      assert.deepEqual(shown.map(flashOf), [{ toast: 'Saved' }, undefined])
      assert.deepEqual(shown[1]?.cookies, [])
    })

    it('may be larger than a cookie', async () => {
      await using app = await open({ store })
      const client = app.as('page')
      await client.post('/begin')

      await client.post('/save', toForm('toast', 'x'.repeat(5000)))

      assert.deepEqual(flashOf(await client.get('/')), { toast: 'x'.repeat(5000) })
    })

    it('of concurrent answers is shown together', async () => {
      await using app = await open({ store })
      const client = app.as('page')
      await client.post('/begin')

      await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => client.post('/save', toForm(name, name.toUpperCase()))),
      )

      assert.deepEqual(flashOf(await client.get('/')), { a: 'A', b: 'B', c: 'C', d: 'D' })
    })

    it('that nobody takes does not pile up: the newest eight stay', async () => {
      await using app = await open({ store })
      const client = app.as('page')
      await client.post('/begin')

      for (const name of 'abcdefghij') {
        await client.post('/save', toForm(name, name))
        await delay(2) // time: the age of each differs
      }

      assert.equal(Object.keys(flashOf(await client.get('/')) ?? {}).join(''), 'cdefghij')
    })

    it('survives the logout that it is about', async () => {
      await using app = await open({ store })
      const client = app.as('page')
      await client.post('/begin')

      await client.post('/logout')
      const shown = await client.get('/')

      assert.deepEqual(flashOf(shown), { toast: 'Goodbye' })
      assert.equal((shown.json() as { clearHistory?: boolean }).clearHistory, true)
    })

    it('is carried by the signed cookie where there is no session', async () => {
      await using app = await open({ store })
      const client = app.as('page')

      const answer = await client.post('/save', toForm('toast', 'Saved'))

      assert.match(answer.cookies.join(), /^tenon_carry_/)
      assert.deepEqual(flashOf(await client.get('/')), { toast: 'Saved' })
    })

    it('is nothing for a cookie that somebody made up', async () => {
      await using app = await open({ store })
      const client = app.as('page')

      const answerTo = (cookie: string) => client.get('/', { headers: { cookie } })

      const answers = [
        await answerTo('tenon_flash_1=1; session=x'),
        await answerTo('tenon_flash_a b=1; session=x'),
      ]

      for (const answer of answers) {
        assert.deepEqual([answer.status, flashOf(answer)], [200, undefined], answer.cookies.join())
      }
    })
  })
}

describe('flash data of a browser that keeps its session itself', () => {
  it('is carried by the signed cookie, which concurrent answers do not overwrite', async () => {
    await using app = await open({ store: 'cookie' })
    const client = app.as('page')
    await client.post('/begin')

    await Promise.all([
      client.post('/save', toForm('a', 'A')),
      client.post('/save', toForm('b', 'B')),
    ])

    assert.deepEqual(flashOf(await client.get('/')), { a: 'A', b: 'B' })
  })
})

function toForm(name: string, text: string): URLSearchParams {
  return new URLSearchParams({ name, text })
}

function flashOf(response: TestResponse): unknown {
  return (response.json() as { flash?: unknown }).flash
}
