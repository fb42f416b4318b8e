import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { createRequest } from '../../../test/support/create-request.ts'
import type { MemoryRequest } from '../../tooling/testing/memory-exchange.ts'
import { Forbidden } from '../../base/support/http-error.ts'
import { c } from '../../data/columns/columns.ts'
import { Model } from '../../data/models/model.ts'
import type { HttpRequest } from '../http/request.ts'
import type { AccessRule } from '../routing/access-rule.ts'
import { any, fallback, get, group, post, type RouteItem } from '../routing/route.ts'
import { routes } from '../routing/route-list.ts'
import { createRouter, type Router } from '../routing/router.ts'
import { handler } from './handler.ts'
import { provided } from './provided.ts'
import { param } from './parameters.ts'
import { body } from './validated-body.ts'

class Todo extends Model('todos', { id: c.id(), slug: c.text().unique() }) {}
class Note extends Model('todos', { id: c.id(), slug: c.text().unique() }) {}

const user = provided<{ user: string }>('user', { identifies: true })
const login = user.middleware((request, next) => next(request.header('authorization') ?? ''))
const tenant = provided<{ tenant: string }>('tenant').middleware((_request, next) => next('a'))

const ada = rule('be Ada', undefined, (request) => request.get(user) === 'ada')
const grace = rule('be Grace', undefined, async (request) => request.get(user) === 'grace')
const admin = rule('be an administrator', undefined, () => true)
const change = rule('change todos', Todo, () => true)

const Form = body(z.object({ title: z.string() }))
const store = handler({ list: param.string, form: Form }).run(() => 'stored')

describe('.can()', () => {
  it('lets a request through to a plain function', async () => {
    const router = boot([
      get('/', () => 'in')
        .can(ada)
        .middleware(login),
    ])

    const answers = [await send(router, '/', 'ada'), await send(router, '/', 'bob')]

    assert.deepEqual(answers, ['in', 'be Ada'])
  })

  it('waits for a rule that has to', async () => {
    const router = boot([
      get('/', () => 'in')
        .can(grace)
        .middleware(login),
    ])

    const answers = [await send(router, '/', 'grace'), await send(router, '/', 'ada')]

    assert.deepEqual(answers, ['in', 'be Grace'])
  })

  it('asks every rule, those of the groups first', async () => {
    const inner = get('/', () => 'in').can(ada)
    const router = boot([group('/a', [inner]).can(grace).can(admin).middleware(login)])

    const answers = [await send(router, '/a', 'ada'), await send(router, '/a', 'grace')]

    assert.deepEqual(answers, ['be Grace', 'be Ada'])
  })

  it('runs before the body is read', async () => {
    const router = boot([post('/{list}', store).can(ada).middleware(login)])
    const form = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }

    assert.equal(await send(router, '/a', 'bob', form), 'be Ada')
  })

  it('guards a HEAD request and every method of `any`', async () => {
    const router = boot([
      get('/', () => 'in')
        .can(ada)
        .middleware(login),
      any('/any', () => 'in')
        .can(ada)
        .middleware(login),
    ])

    const answers = [
      await send(router, '/', 'bob', { method: 'HEAD' }),
      await send(router, '/any', 'bob', { method: 'OPTIONS' }),
      await send(router, '/any', 'bob', { method: 'DELETE' }),
    ]

    assert.deepEqual(answers, ['be Ada', 'be Ada', 'be Ada'])
  })

  it('does not boot if nobody is logged in before it', () => {
    assert.throws(() => boot([get('/x', () => '').can(ada)]), {
      code: 'E_ACCESS_LOGIN',
      message:
        /^GET \/x \(.+\) says \.can\(be Ada\), but no middleware before it requires a login\./,
    })
  })

  it('does not boot if its record is not bound, or is one of another model', () => {
    const plain = get('/{todo}', () => '')
      .can(change)
      .middleware(login)
    const note = get(
      '/{todo}',
      handler({ todo: Note }).run(() => ''),
    )
      .can(change)
      .middleware(login)

    const refusal = {
      code: 'E_ACCESS_RECORD',
      message: /says \.can\(change todos\), but its handler binds no record of "todos"/,
    }
    assert.throws(() => boot([plain]), refusal)
    assert.throws(() => boot([note]), refusal)
  })

  it('does not boot if it could judge two records, and none is named', () => {
    const two = handler({ a: Todo, b: Todo.by('slug') }).run(() => '')

    assert.throws(() => boot([get('/{a}/{b}', two).unscoped().can(change).middleware(login)]), {
      code: 'E_ACCESS_RECORD',
      message: /binds \{a\} and \{b\}\. Say which one: \.can\(…, 'a'\)\.$/,
    })
  })

  it('boots if the record is named', () => {
    const two = handler({ a: Todo, b: Todo.by('slug') }).run(() => '')

    assert.ok(boot([get('/{a}/{b}', two).unscoped().can(change, 'b').middleware(login)]))
  })
})

describe('.signedIn()', () => {
  it('boots behind a login, and does not boot without one', () => {
    assert.ok(
      boot([
        get('/', () => '')
          .signedIn()
          .middleware(login),
      ]),
    )
    assert.throws(
      () =>
        boot([
          get('/', () => '')
            .signedIn()
            .middleware(tenant),
        ]),
      {
        code: 'E_ACCESS_LOGIN',
      },
    )
  })
})

describe('.public()', () => {
  it('does not boot together with a rule', () => {
    assert.throws(
      () =>
        boot([
          group('/', [get('/', () => '').can(ada)])
            .public()
            .middleware(login),
        ]),
      {
        code: 'E_ACCESS_PUBLIC',
        message: /also says \.can\(…\) or \.signedIn\(\)/,
      },
    )
  })

  it('does not boot behind a login', () => {
    assert.throws(() => boot([group('/', [get('/', () => '').public()]).middleware(login)]), {
      code: 'E_ACCESS_PUBLIC',
      message: /but middleware before it requires a login/,
    })
  })

  it('boots behind middleware that provides something else', () => {
    assert.ok(boot([group('/', [get('/', () => '').public()]).middleware(tenant)]))
  })
})

describe('a list whose routes must say who may use them', () => {
  it('is refused if some do not, naming them', () => {
    const list: readonly RouteItem[] = [
      get('/', () => '').public(),
      group('/a', [get('/b', () => ''), post('/c', () => '').public(), post('/d', () => '')]),
    ]

    assert.throws(() => routes.stated(list), {
      code: 'E_ACCESS_UNSTATED',
      message:
        /^GET \/a\/b \(.+\), POST \/a\/d \(.+\) do not say who may use them\. Add \.can\(…\), \.signedIn\(\) or \.public\(\) to the route or to its group\.$/,
    })
  })

  it('is accepted if all of them do, whatever the fallback does', () => {
    assert.ok(routes.stated([group('/', [get('/', () => '')]).public(), fallback(() => '')]))
  })

  it('names ten of them, and counts the others', () => {
    const many: readonly RouteItem[] = Array.from({ length: 12 }, (_, i) => get(`/${i}`, () => ''))

    assert.throws(() => routes.stated(many), {
      message: /GET \/9 \(.+\) and 2 more do not say/,
    })
  })
})

type IsAllowed = (request: HttpRequest) => boolean | Promise<boolean>

function rule(title: string, model: typeof Todo | undefined, isAllowed: IsAllowed): AccessRule {
  const settle = (verdict: boolean) => {
    if (!verdict) throw new Forbidden(title)
  }
  return {
    title,
    model,
    provision: user,
    check: (request) => {
      const verdict = isAllowed(request)
      return verdict instanceof Promise ? verdict.then(settle) : settle(verdict)
    },
  }
}

/** Without the types, which would refuse some of the lists. */
function boot(items: readonly RouteItem[]): Router {
  return createRouter(routes(items))
}

async function send(router: Router, target: string, name: string, sent: MemoryRequest = {}) {
  const headers = { ...sent.headers, authorization: name }
  const reply = await router.dispatch(createRequest({ ...sent, target, headers }))
  return reply.error instanceof Error ? reply.error.message : reply.body
}
