import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { isPromise } from '../../base/support/maybe-promise.ts'
import { always, deepMerge, defer, merge, once, optional, prepend, scroll } from './prop-kinds.ts'
import { toGivenProps, type Props } from './given-props.ts'
import { resolveProps, takeReady, type RescueReport } from './resolve-props.ts'
import { readSelection, wholePage } from './selection.ts'

/** A partial reload of the page `P`, by its headers. */
function partial(headers: Record<string, string>) {
  const all: Record<string, string> = { 'x-inertia-partial-component': 'P', ...headers }
  return readSelection({ header: (name) => all[name] }, 'P')
}

const only = (paths: string) => partial({ 'x-inertia-partial-data': paths })
const except = (paths: string) => partial({ 'x-inertia-partial-except': paths })

const resolve = (props: Props, selection = wholePage, report?: RescueReport) =>
  resolveProps(toGivenProps(props), selection, { report })

const never = (): never => {
  throw new Error('must not run')
}

/** What the client would parse. */
async function sent(props: Props, selection = wholePage) {
  const resolved = await resolve(props, selection)
  return { props: JSON.parse(JSON.stringify(resolved.props)), metadata: resolved.metadata }
}

describe('takeReady', () => {
  const props = { list: [{ id: 1 }], at: new Date(0) }

  it('takes plain values of a whole page, uncopied', () => {
    const resolved = takeReady(toGivenProps(props), wholePage)

    assert.equal(resolved?.props, props)
    assert.deepEqual(resolved?.metadata, {})
  })

  it('takes nothing of a part of a page, or of one that has to be resolved', () => {
    assert.equal(takeReady(toGivenProps(props), only('list')), undefined)
    assert.equal(takeReady(toGivenProps({ list: () => [] }), wholePage), undefined)
  })
})

describe('resolveProps on a whole page', () => {
  it('is synchronous if nothing is a promise', () => {
    const resolved = resolve({ list: () => [{ id: 1 }] }, wholePage)

    assert.ok(!isPromise(resolved))
    assert.deepEqual(resolved.props, { list: [{ id: 1 }] })
  })

  it('calls functions and awaits promises at any depth', async () => {
    const props = { a: () => 1, b: { c: [async () => ({ d: Promise.resolve(2) })] } }

    const { props: result } = await sent(props)

    assert.deepEqual(result, { a: 1, b: { c: [{ d: 2 }] } })
  })

  it('stays synchronous for functions that return values', () => {
    assert.deepEqual(resolve({ a: () => ({ b: () => 1 }) }, wholePage), {
      props: { a: { b: 1 } },
      metadata: {},
      live: [],
    })
  })

  it('sends a record by its toJSON and does not enter it', async () => {
    const record = { hidden: never, toJSON: () => ({ id: 1 }) }

    const { props } = await sent({ record: Object.assign(Object.create({}), record) })

    assert.deepEqual(props, { record: { id: 1 } })
  })

  it('runs independent functions in parallel', async () => {
    const started: string[] = []
    const slow = (name: string) => async () => {
      started.push(name)
      await setImmediate()
      assert.deepEqual(started, ['a', 'b', 'c'])
      return name
    }

    const { props } = await sent({ a: slow('a'), b: { c: slow('b') }, d: slow('c') })

    assert.deepEqual(props, { a: 'a', b: { c: 'b' }, d: 'c' })
  })

  it('leaves optional props out and announces deferred ones without running them', async () => {
    const props = {
      a: optional(never),
      b: defer(never),
      c: { d: defer(never, { group: 'slow' }) },
      e: defer(never),
    }

    const result = await sent(props)

    assert.deepEqual(result.props, { c: {} })
    assert.deepEqual(result.metadata, { deferredProps: { default: ['b', 'e'], slow: ['c.d'] } })
  })

  it('names merged props and the fields that identify items', async () => {
    const props = {
      a: merge([1]).matchOn('id'),
      b: prepend(() => [2]),
      c: { d: deepMerge(async () => ({ e: 1 })).matchOn('e.id') },
    }

    const result = await sent(props)

    assert.deepEqual(result.props, { a: [1], b: [2], c: { d: { e: 1 } } })
    assert.deepEqual(result.metadata, {
      mergeProps: ['a'],
      prependProps: ['b'],
      deepMergeProps: ['c.d'],
      matchPropsOn: ['a.id', 'c.d.e.id'],
    })
  })

  it('keeps the order of declaration in the metadata, whatever settles first', async () => {
    const later = async () => {
      await setImmediate()
      return { x: merge([1]) }
    }

    const { metadata } = await sent({ a: later, b: async () => merge([2]), c: merge([3]) })

    assert.deepEqual(metadata.mergeProps, ['a.x', 'b', 'c'])
  })

  it('sends a once-prop with its key, until the client says that it has it', async () => {
    const props = { plans: once(() => ['free'], { key: 'all-plans' }), rates: once(() => 1) }
    const has = readSelection(
      { header: (name) => (name.endsWith('once-props') ? 'all-plans, x' : undefined) },
      'P',
    )

    const first = await sent(props)
    const second = await sent({ ...props, plans: once(never, { key: 'all-plans' }) }, has)

    assert.deepEqual(first.props, { plans: ['free'], rates: 1 })
    const fresh = await sent({ plans: once(() => ['pro'], { key: 'all-plans', fresh: true }) }, has)
    assert.deepEqual(fresh.props, { plans: ['pro'] })
    assert.deepEqual(second.props, { rates: 1 })
    assert.deepEqual(second.metadata.onceProps, {
      'all-plans': { prop: 'plans', expiresAt: null },
      rates: { prop: 'rates', expiresAt: null },
    })
  })

  it('sends the expiry of a once-prop in milliseconds since the epoch', async () => {
    const before = Date.now()

    const { metadata } = await sent({ a: once(1, { ttl: '1m' }) })

    const expiresAt = metadata.onceProps?.['a']?.expiresAt ?? 0
    assert.ok(expiresAt >= before + 60_000 && expiresAt <= Date.now() + 60_000)
  })

  it('sends a scrolled list with its position', async () => {
    const page = { data: [{ id: 3 }], currentPage: 2, previousPage: 1, nextPage: 3 }

    const { props, metadata } = await sent({ users: scroll(async () => page).matchOn('id') })

    assert.deepEqual(props, { users: { data: [{ id: 3 }] } })
    assert.deepEqual(metadata, {
      scrollProps: {
        users: { pageName: 'page', previousPage: 1, nextPage: 3, currentPage: 2, reset: false },
      },
      mergeProps: ['users.data'],
      matchPropsOn: ['users.data.id'],
    })
  })

  it('announces a deferred list, and sends it with its position on request', async () => {
    const props = { users: scroll(defer(() => ({ data: [1], currentPage: 1 }))) }

    const whole = await sent(props)
    const part = await sent(props, only('users'))

    assert.deepEqual(whole, { props: {}, metadata: { deferredProps: { default: ['users'] } } })
    assert.deepEqual(part.props, { users: { data: [1] } })
    assert.equal(part.metadata.scrollProps?.['users']?.currentPage, 1)
  })

  it('rejects a value that is not a page of a list', async () => {
    const wrong: unknown = { items: [] }
    await assert.rejects(sent({ a: scroll(() => wrong as never) }), { code: 'E_SCROLL_PAGE' })
  })

  it('composes the kinds', async () => {
    const props = { feed: merge(defer(never)).matchOn('id'), plans: once(defer(() => 1)) }

    const whole = await sent(props)
    const part = await sent({ ...props, feed: merge(defer(() => [1])).matchOn('id') }, only('feed'))

    assert.deepEqual(whole.metadata.deferredProps, { default: ['feed', 'plans'] })
    assert.deepEqual(part.props, { feed: [1] })
    assert.deepEqual(part.metadata, { mergeProps: ['feed'], matchPropsOn: ['feed.id'] })
  })

  it('fails with the error of a function, and leaves no rejection unhandled', async () => {
    const failing = {
      a: async () => {
        await setImmediate()
        throw new Error('second')
      },
      b: () => {
        throw new Error('first')
      },
    }

    await assert.rejects(sent(failing), { message: 'first' })
    await setImmediate()
  })

  it('fails with the error of a function even if a later prop is a rejected promise', async () => {
    const failing = {
      a: () => {
        throw new Error('first')
      },
      b: Promise.reject(new Error('second')),
    }

    await assert.rejects(sent(failing), { message: 'first' })
    await setImmediate()
  })
})

describe('resolveProps on a partial reload', () => {
  it('runs only the named props', async () => {
    const result = await sent({ a: () => 1, b: never, c: defer(never) }, only(' a ,, '))

    assert.deepEqual(result, { props: { a: 1 }, metadata: {} })
  })

  it('ignores rejected promises in props that are left out', async () => {
    const fail = () => Promise.reject(new Error('nobody asked'))
    const props = { a: 1, b: fail(), c: [{ d: fail() }], e: merge(fail()), f: once(fail()) }
    const asked = { 'x-inertia-partial-data': 'a,f', 'x-inertia-except-once-props': 'f' }

    const result = await sent(props, partial({ ...asked, 'x-inertia-partial-except': 'f' }))

    assert.deepEqual(result.props, { a: 1 })
    await setImmediate()
  })

  it('loads optional and deferred props by name', async () => {
    const { props } = await sent({ a: optional(() => 1), b: defer(async () => 2) }, only('a,b'))

    assert.deepEqual(props, { a: 1, b: 2 })
  })

  it('subtracts except from only', async () => {
    const selection = partial({
      'x-inertia-partial-data': 'a,b',
      'x-inertia-partial-except': 'b',
    })

    assert.deepEqual((await sent({ a: 1, b: never, c: never }, selection)).props, { a: 1 })
  })

  it('selects nested props both ways by dotted paths', async () => {
    const props = { auth: () => ({ user: { name: 'Ada', mail: 'a@b' }, can: never }), x: never }

    assert.deepEqual((await sent(props, only('auth.user'))).props, {
      auth: { user: { name: 'Ada', mail: 'a@b' } },
    })
    assert.deepEqual(
      (
        await sent(
          props,
          partial({
            'x-inertia-partial-data': 'auth',
            'x-inertia-partial-except': 'auth.can,auth.user.mail',
          }),
        )
      ).props,
      { auth: { user: { name: 'Ada' } } },
    )
  })

  it("selects within a record's toJSON", async () => {
    class Account {
      secret = 's'
      toJSON() {
        return { id: 1, name: 'Ada' }
      }
    }

    const { props } = await sent({ account: new Account() }, except('account.id'))

    assert.deepEqual(props, { account: { name: 'Ada' } })
  })

  it('is not slowed down by the thousands of names that headers can hold', async () => {
    const rows = Array.from({ length: 200 }, (_, id) => ({ id, url: () => `/${id}` }))
    const names = [...Array.from({ length: 3500 }, (_, i) => `n${i}`), 'a.'.repeat(2000)].join()
    const selection = partial({
      'x-inertia-partial-data': `${names},rows`,
      'x-inertia-partial-except': names,
    })
    const times: number[] = []

    for (const _ of [1, 2, 3, 4, 5]) {
      const startedAt = performance.now()
      await resolve({ rows: () => rows }, selection)
      times.push(performance.now() - startedAt)
    }

    // Checking each name for each part took 200 ms.
    assert.ok(Math.min(...times) < 50, times.join())
  })

  it('sends a list whole if something inside it is named', async () => {
    const { props } = await sent({ list: [{ a: 1 }, { a: () => 2 }] }, only('list.0.a'))

    assert.deepEqual(props, { list: [{ a: 1 }, { a: 2 }] })
  })

  it('sends always-props whatever is named', async () => {
    const { props } = await sent({ a: always(() => 1), b: 2, c: 3 }, only('b'))

    assert.deepEqual(props, { a: 1, b: 2 })
  })

  it('sends an always-prop with all its parts, whatever is named', async () => {
    const part = { user: () => 'Ada', roles: async () => ['admin'] }
    const props = { a: always(() => part), b: always(async () => [part]), c: 1 }
    const all = { user: 'Ada', roles: ['admin'] }

    assert.deepEqual((await sent(props, only('c'))).props, { a: all, b: [all], c: 1 })
    assert.deepEqual((await sent(props, except('a,b'))).props, { a: all, b: [all], c: 1 })
  })

  it('sends the named parts of props of any kind', async () => {
    const props = { a: merge(() => ({ x: () => 1, y: never })), b: always({ x: 1, y: 2 }), c: 1 }

    assert.deepEqual((await sent(props, only('a.x,b.x'))).props, { a: { x: 1 }, b: { x: 1 } })
  })

  it('restarts reset props', async () => {
    const selection = partial({ 'x-inertia-partial-data': 'a,b', 'x-inertia-reset': 'a,b' })
    const page = { data: [], currentPage: 1 }

    const { metadata } = await sent({ a: merge([1]), b: scroll(page) }, selection)

    assert.equal(metadata.mergeProps, undefined)
    assert.equal(metadata.scrollProps?.['b']?.reset, true)
  })

  it("labels scrolled items with the client's merge intent", async () => {
    const selection = partial({
      'x-inertia-partial-data': 'users',
      'x-inertia-infinite-scroll-merge-intent': 'prepend',
    })

    const { metadata } = await sent({ users: scroll({ data: [], currentPage: 1 }) }, selection)

    assert.deepEqual(metadata.prependProps, ['users.data'])
  })

  it('sends a once-prop again if it is named', async () => {
    const selection = partial({
      'x-inertia-partial-data': 'a',
      'x-inertia-except-once-props': 'a',
    })

    assert.deepEqual((await sent({ a: once(() => 1) }, selection)).props, { a: 1 })
  })

  it('leaves out a rescued prop that fails, and names it', async () => {
    const props = {
      a: defer(async () => Promise.reject(new Error('down')), { rescue: true }),
      b: defer(never, { rescue: true }),
      c: defer(() => 1, { rescue: true }),
    }

    const told: string[] = []

    const result = await resolve(props, only('a,b,c'), (_error, path) => told.push(path))

    assert.deepEqual(result.props, { a: undefined, b: undefined, c: 1 })
    assert.deepEqual(result.metadata, { rescuedProps: ['a', 'b'] })
    assert.deepEqual(told.toSorted(), ['a', 'b'])
  })

  it('leaves out a rescued list that is scrolled or merged, without merging nothing into what the page has', async () => {
    const fails = defer(async () => Promise.reject(new Error('down')), { rescue: true })
    const props = {
      users: scroll(fails as never),
      log: deepMerge(fails),
      kept: deepMerge(defer(() => [1], { rescue: true })),
    }

    const { metadata } = await resolve(props, only('users,log,kept'))

    assert.deepEqual(metadata, { deepMergeProps: ['kept'], rescuedProps: ['users', 'log'] })
  })

  it('fails if a prop that is not rescued fails', async () => {
    const props = { a: defer(async () => Promise.reject(new Error('down'))) }

    await assert.rejects(sent(props, only('a')), { message: 'down' })
  })

  it('is not harmed by __proto__', async () => {
    const props: Props = JSON.parse(
      '{"a":1,"__proto__":{"polluted":true},"n":{"__proto__":1,"k":2}}',
    )

    const asked = only('__proto__,a,n.k,constructor.prototype')
    const { props: result } = await resolve(props, asked)

    assert.deepEqual(result, { a: 1, n: { k: 2 } })
    assert.equal('polluted' in result, false)
    assert.equal('polluted' in {}, false)
  })

  it('answers with a whole page if another component is rendered', async () => {
    const selection = readSelection(
      { header: (name) => (name.includes('partial') ? 'Other' : undefined) },
      'P',
    )

    assert.deepEqual((await sent({ a: 1, b: 2 }, selection)).props, { a: 1, b: 2 })
  })
})
