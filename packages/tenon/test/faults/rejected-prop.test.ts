import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { merge } from '../../src/pages.ts'
import { share } from '../../src/pages/pages/page-state.ts'
import { page } from '../../src/pages/pages/page.ts'
import { json } from '../../src/web/http/replies.ts'
import { get } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { startApplication } from '../security/start-application.ts'

const fail = async () => {
  throw new Error('The query failed')
}

/** Where a promise may be among the props of a page. */
const places: Readonly<Record<string, () => Record<string, unknown>>> = {
  'at the first level': () => ({ user: fail() }),
  'in an object': () => ({ user: { team: { name: fail() } } }),
  'in a list': () => ({ users: [{ name: 'Ada' }, { name: fail() }, { name: fail() }] }),
  'in a merged prop': () => ({ users: merge([{ name: fail() }]) }),
  'beside a prop that is called': () => ({ now: () => 1, user: { name: fail() } }),
}

describe('a prop whose promise is rejected while middleware is waiting', () => {
  for (const [place, make] of Object.entries(places)) {
    it(`is a 500 and does not end the process, ${place}`, async () => {
      await using app = await startApplication({
        routes: routes([
          get('/page', () => page('Home', make())),
          get('/shared', (request) => {
            share(request, make())
            return page('Home')
          }),
          get('/other', () => page('Home', make())).middleware(async (_request, next) => {
            await next()
            return json({ other: true })
          }),
        ]),
        middleware: [
          async (_request, next) => {
            const reply = await next()
            await setImmediate()
            return reply
          },
        ],
      })

      const [shown, shared, other] = await Promise.all(
        ['/page', '/shared', '/other'].map((path) => app.send({ path })),
      )

      assert.deepEqual([shown?.status, shared?.status, other?.status], [500, 500, 200])
      const failures = app.lines.filter(({ error }) => error !== undefined)
      assert.match(JSON.stringify(failures), /The query failed/)
    })
  }
})
