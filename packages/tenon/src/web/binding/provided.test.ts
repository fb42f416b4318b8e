import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRequest } from '../../../test/support/create-request.ts'
import type { HttpRequest } from '../http/request.ts'
import { text } from '../http/replies.ts'
import type { Middleware } from '../routing/handler.ts'
import { fallback, get, group, type RouteItem } from '../routing/route.ts'
import { routes } from '../routing/route-list.ts'
import { createRouter, type Router } from '../routing/router.ts'
import type { RouterOptions } from '../routing/compile-route.ts'
import { handler } from './handler.ts'
import { provided } from './provided.ts'

interface User {
  readonly name: string
}

const user = provided<{ user: User }>('user', {
  remedy: 'Add login to the route or to its group.',
})
const login = user.middleware((request, next) =>
  request.header('authorization') === 'ada' ? next({ name: 'Ada' }) : text('who?').status(401),
)
const greet = handler({ user }).run(({ user }) => `Hello ${user.name}`)

describe('a provided value', () => {
  it('reaches the handler behind the middleware that provides it', async () => {
    const router = createRouter(routes([get('/', greet).middleware(login)]))

    assert.equal(await answer(router, '/', 'ada'), 'Hello Ada')
  })

  it('names its middleware, so that the list of routes tells them apart', () => {
    const requireUser: Parameters<typeof user.middleware>[0] = (_request, next) =>
      next({ name: 'Ada' })

    assert.equal(login.name, 'user')
    assert.equal(user.middleware(requireUser).name, 'requireUser')
  })

  it('does not reach the handler if the middleware answers by itself', async () => {
    const router = createRouter(routes([get('/', greet).middleware(login)]))

    assert.equal(await answer(router, '/', 'bob'), 'who?')
  })

  it('is provided by a group, a group around it, or the fallback’s own middleware', async () => {
    const inner = group('/b', [get('/c', greet)])
    const router = createRouter(
      routes([group('/a', [inner]).middleware(login), fallback(greet).middleware(login)]),
    )

    const answers = [await answer(router, '/a/b/c', 'ada'), await answer(router, '/x', 'ada')]

    assert.deepEqual(answers, ['Hello Ada', 'Hello Ada'])
  })

  it('is read by functions of the request', async () => {
    const name = (request: HttpRequest) => request.get(user)?.name ?? 'nobody'
    const router = createRouter(routes([get('/in', name).middleware(login), get('/out', name)]))

    const answers = [await answer(router, '/in', 'ada'), await answer(router, '/out', 'ada')]

    assert.deepEqual(answers, ['Ada', 'nobody'])
  })

  it('keeps the last of two values', async () => {
    const alias = user.middleware((_request, next) => next({ name: 'Grace' }))
    const router = createRouter(
      routes([group('/', [get('/', greet).middleware(alias)]).middleware(login)]),
    )

    assert.equal(await answer(router, '/', 'ada'), 'Hello Grace')
  })
})

describe('a route without the middleware that its handler needs', () => {
  it('does not boot', () => {
    assert.throws(() => boot([get('/settings', greet)]), {
      code: 'E_BINDING_PROVIDED',
      message:
        /^The handler of "\/settings" \(.+provided\.test\.ts:\d+:\d+\) binds \{user\}, but no middleware before it provides it\. Add login to the route or to its group\.$/,
    })
  })

  it('does not boot if it is the fallback', () => {
    assert.throws(() => boot([fallback(greet)]), { code: 'E_BINDING_PROVIDED' })
  })

  it('does not boot if another value has the same name and type', () => {
    const other = provided<{ user: User }>('user').middleware((_request, next) =>
      next({ name: 'Eve' }),
    )

    assert.throws(() => boot([get('/', greet).middleware(other)]), { code: 'E_BINDING_PROVIDED' })
  })

  it('does not boot if a function only claims to provide it', () => {
    const claim: Middleware<{ user: User }> = (_request, next) => next()

    assert.throws(() => boot([get('/', greet).middleware(claim)]), { code: 'E_BINDING_PROVIDED' })
  })

  it('boots if the middleware is around the whole application', async () => {
    const router = boot([get('/', greet)], { middleware: [login] })

    assert.equal(await answer(router, '/', 'ada'), 'Hello Ada')
  })
})

describe('middleware that reads a provided value', () => {
  const team = provided<{ team: string }>('team', { needs: user })
  const asMember = team.middleware((request, next) => next(`of ${request.get(user)?.name}`))
  const show = handler({ team }).run(({ team }) => team)

  it('runs behind the middleware that provides it', async () => {
    const router = boot([group('/', [get('/', show).middleware(asMember)]).middleware(login)])

    assert.equal(await answer(router, '/', 'ada'), 'of Ada')
  })

  it('does not boot before it, or without it', () => {
    const message =
      /^The middleware that provides \{team\} of GET \/ \(.+provided\.test\.ts:\d+:\d+\) comes too early\. It reads \{user\}: put middleware/

    for (const [title, route] of Object.entries({
      early: group('/', [get('/', show).middleware(login)]).middleware(asMember),
      alone: get('/', show).middleware(asMember),
    })) {
      assert.throws(() => boot([route]), { code: 'E_MIDDLEWARE_ORDER', message }, title)
    }
  })
})

/** Without the types, which would refuse the list. */
function boot(items: readonly RouteItem[], options: RouterOptions = {}): Router {
  return createRouter(routes(items), options)
}

async function answer(router: Router, target: string, authorization: string): Promise<unknown> {
  return (await router.dispatch(createRequest({ target, headers: { authorization } }))).body
}
