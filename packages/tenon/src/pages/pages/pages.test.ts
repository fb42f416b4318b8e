import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { KeyRing } from '../../base/keys/keys.ts'
import { noAssets, type PageAssets } from '../assets/page-assets.ts'
import { defaultBodyLimits } from '../../web/body/body-limits.ts'
import type { Exchange } from '../../web/http/exchange.ts'
import { back, redirect, type RedirectBody } from '../../web/http/redirect.ts'
import { noContent, json } from '../../web/http/replies.ts'
import { outdatedPageKey } from '../../web/binding/outdated-form.ts'
import { Reply } from '../../web/http/reply.ts'
import { HttpRequest } from '../../web/http/request.ts'
import { parseTrustedProxies } from '../../web/http/origin.ts'
import { always, defer, optional } from '../props/prop-kinds.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { findFormPage, type FormPages } from './form-page.ts'
import { page } from './page.ts'
import {
  clearHistory,
  encryptHistory,
  errorsKey,
  flash,
  preserveFragment,
  share,
} from './page-state.ts'
import { Pages, type PagesOptions } from './pages.ts'

const assets: PageAssets = {
  version: 'v1',
  earlier: new Map([['earlier', new Set(['Todos/Index'])]]),
  names: new Set(['Todos/Index', 'Todos/Create', 'Error']),
  icon: '<link rel="icon" href="/icon.svg">\n',
  tags: (component) => ({ head: `<!-- ${component} -->`, link: '</app.js>; rel=modulepreload' }),
}

const pages = create()

function create(options: Partial<PagesOptions> = {}) {
  return new Pages({ assets, keys: new KeyRing('a key of the tests'), ...options })
}

function ask(target: string, headers: Record<string, string> = {}, method = 'GET'): HttpRequest {
  const exchange: Exchange = {
    method,
    target,
    headers: { host: 'app.test', ...headers },
    header: (name) => ({ host: 'app.test', ...headers })[name],
    remoteAddress: '127.0.0.1',
    isEncrypted: false,
    startedAt: 0,
    readBody: async () => new Uint8Array(),
    streamBody: async function* () {},
    onAbort: () => {},
    onClose: () => {},
    onRelease: () => {},
  }
  const trustedProxies = parseTrustedProxies('')
  assert.ok(trustedProxies)
  return new HttpRequest(exchange, { trustedProxies, bodyLimits: defaultBodyLimits })
}

const inertia = { 'x-inertia': 'true', 'x-inertia-version': 'v1', accept: 'text/html, */*' }
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function pageOf(reply: Reply | Promise<Reply>) {
  const { body } = await reply
  assert.ok(typeof body === 'string')
  return JSON.parse(body)
}

function textOf(reply: Reply): string {
  assert.ok(typeof reply.body === 'string')
  return reply.body
}

/** The cookie that a reply sets, in the form in which a client would send it back. */
function cookieOf(reply: Reply): string {
  const [cookie] = reply.cookies ?? []
  assert.ok(cookie)
  return cookie.text.split(';')[0] ?? ''
}

describe('a page for a page client', () => {
  it('is the page object, with errors, url and version', async () => {
    const request = ask('/todos?a=%20b', inertia)

    const reply = await pages.finishPage(request, page('Todos/Index', { todos: [] }).status(201))

    assert.equal(reply.statusCode, 201)
    assert.equal(reply.contentType, 'application/json')
    assert.deepEqual(reply.headers?.toArray(), [
      'vary',
      'X-Inertia',
      'cache-control',
      'private, no-cache',
      'x-inertia',
      'true',
    ])
    assert.deepEqual(await pageOf(reply), {
      component: 'Todos/Index',
      props: { todos: [], errors: {} },
      url: '/todos?a=%20b',
      version: 'v1',
    })
  })

  it('is built synchronously if nothing in it is a promise', () => {
    assert.ok(
      pages.finishPage(ask('/', inertia), page('Todos/Index', { a: () => 1 })) instanceof Reply,
    )
  })

  it('contains what a partial reload asks for', async () => {
    const headers = {
      ...inertia,
      'x-inertia-partial-component': 'Todos/Index',
      'x-inertia-partial-data': 'stats',
    }
    const props = { todos: assert.fail, stats: optional(() => 3), errors: {} }

    const reply = pages.finishPage(ask('/todos', headers), page('Todos/Index', props))

    assert.deepEqual((await pageOf(reply)).props, { stats: 3, errors: {} })
  })

  it('announces deferred props', async () => {
    const reply = pages.finishPage(
      ask('/', inertia),
      page('Todos/Index', { a: defer(assert.fail) }),
    )

    assert.deepEqual((await pageOf(reply)).deferredProps, { default: ['a'] })
  })

  it('never has a url of another origin', async () => {
    const reply = pages.finishPage(ask('//evil.test/x', inertia), page('Todos/Index'))

    assert.equal((await pageOf(reply)).url, '/evil.test/x')
  })

  it('merges shared props below its own, and names them', async () => {
    const request = ask('/', inertia)
    share(request, { user: () => 'Ada', theme: 'dark' })
    share(request, { locale: 'en' })

    const reply = pages.finishPage(request, page('Todos/Index', { theme: 'light' }))

    const shown = await pageOf(reply)
    assert.deepEqual(shown.props, { user: 'Ada', theme: 'light', locale: 'en', errors: {} })
    assert.deepEqual(shown.sharedProps, ['user', 'theme', 'locale'])
  })

  it('tells the client how to keep it, if asked to', async () => {
    const request = ask('/', inertia)
    encryptHistory(request)
    clearHistory(request)

    const shown = await pageOf(pages.finishPage(request, page('Todos/Index')))

    assert.equal(shown.encryptHistory, true)
    assert.equal(shown.clearHistory, true)
  })

  it('tells the client to encrypt it if the application encrypts all pages', async () => {
    const encrypted = create({ isHistoryEncrypted: true })

    const shown = await pageOf(encrypted.finishPage(ask('/', inertia), page('Todos/Index')))
    const plain = await pageOf(pages.finishPage(ask('/', inertia), page('Todos/Index')))
    const request = ask('/', inertia)
    encryptHistory(request, { enabled: false })
    const exempt = await pageOf(encrypted.finishPage(request, page('Todos/Index')))

    assert.deepEqual(
      [shown, plain, exempt].map((page) => page.encryptHistory),
      [true, undefined, undefined],
    )
  })

  it('is not kept by the browser if it is encrypted, or if its handler says so', async () => {
    const cacheControl = async (own?: string, isEncrypted = false) => {
      const request = ask('/')
      encryptHistory(request, { enabled: isEncrypted })
      const given = page('Todos/Index')
      const reply = own === undefined ? given : given.header('cache-control', own)
      return (await pages.finishPage(request, reply)).getHeader('cache-control')
    }

    assert.equal(await cacheControl(undefined, true), 'no-store')
    assert.equal(await cacheControl('private, max-age=60', true), 'no-store')
    assert.equal(await cacheControl('no-store'), 'no-store')
    assert.equal(await cacheControl('private, max-age=60'), 'private, max-age=60')
    assert.equal(await cacheControl('public, max-age=60'), 'private, no-cache')
  })

  it('is rejected if there is no such page', () => {
    assert.throws(() => pages.finishPage(ask('/', inertia), page('Todos/Nowhere')), {
      code: 'E_PAGE_UNKNOWN',
    })
  })

  it('is rejected if a prop cannot be serialized', () => {
    assert.throws(() => pages.finishPage(ask('/', inertia), page('Todos/Index', { id: 1n })), {
      code: 'E_PAGE_PROPS',
    })
  })

  it('may have promises that fail before anything awaits them, as in a slow middleware', async () => {
    const failure = (): Promise<never> => Promise.reject(new Error('away'))
    const reply = page('Todos/Index', { todos: failure(), users: always(failure()) })
    await setImmediate()

    await assert.rejects(async () => pages.finishPage(ask('/todos', inertia), reply), /away/)
  })
})

describe('a page for a browser', () => {
  it('is a document that contains the page object and loads the client', async () => {
    const document = { language: 'de', title: 'Übersicht & mehr' }
    const own = create({ document, routes: { 'todos.index': '/todos' } })

    const reply = await own.finishPage(ask('/todos', browser), page('Todos/Index', { a: 1 }))

    const text = textOf(reply)
    assert.equal(reply.contentType, 'text/html; charset=utf-8')
    assert.equal(reply.getHeader('vary'), 'X-Inertia')
    assert.equal(reply.getHeader('x-inertia'), undefined)
    assert.equal(reply.getHeader('link'), '</app.js>; rel=modulepreload')
    assert.match(text, /^<!DOCTYPE html>\n<html lang="de">/)
    assert.match(text, /<title>Übersicht &amp; mehr<\/title>/)
    assert.match(text, /<!-- Todos\/Index -->/)
    assert.match(text, /<script data-routes type="application\/json">{"todos.index":"\/todos"}</)
    assert.match(
      text,
      /<script data-page="app" type="application\/json">{"component":"Todos\/Index","props":{"a":1,"errors":{}},"url":"\/todos","version":"v1"}<\/script>\n<div id="app"><\/div>/,
    )
  })

  it('cannot be broken out of by the content of a prop', async () => {
    const title = '</script><script>alert(1)</script><!--<script>'

    const text = textOf(await pages.finishPage(ask('/', browser), page('Todos/Index', { title })))

    const [, data = ''] =
      /data-page="app" type="application\/json">(.*?)<\/script>/.exec(text) ?? []
    assert.equal(data.includes('<'), false)
    assert.equal(JSON.parse(data).props.title, title)
  })

  it('has a policy whose nonce is in this document and no other', async () => {
    const replies = await Promise.all(
      [1, 2].map(async () => pages.finishPage(ask('/', browser), page('Todos/Index'))),
    )

    const nonces = replies.map((reply) => {
      const [, nonce = ''] = /property="csp-nonce" nonce="([^"]+)"/.exec(textOf(reply)) ?? []
      const policy = reply.getHeader('content-security-policy') ?? ''
      assert.match(policy, new RegExp(`script-src 'self' 'nonce-${nonce}'`))
      assert.match(policy, /object-src 'none'; base-uri 'none'/)
      return nonce
    })
    assert.notEqual(nonces[0], nonces[1])
  })

  it('accepts directives from the application, and sends no policy if it is disabled', async () => {
    const own = create({ contentSecurityPolicy: { 'img-src': 'https:' } })
    const none = create({ contentSecurityPolicy: false })

    const withOwn = await own.finishPage(ask('/', browser), page('Todos/Index'))
    const without = await none.finishPage(ask('/', browser), page('Todos/Index'))

    assert.match(withOwn.getHeader('content-security-policy') ?? '', /; img-src https:;/)
    assert.match(withOwn.getHeader('content-security-policy') ?? '', /style-src 'self' 'nonce-/)
    assert.equal(without.getHeader('content-security-policy'), undefined)
    assert.equal(textOf(without).includes('csp-nonce'), false)
  })

  it('shows and sends the files of a bucket', async () => {
    const pages = create({ bucketOrigin: 'https://files.example' })

    const reply = await pages.finishPage(ask('/', browser), page('Todos/Index'))

    const policy = reply.getHeader('content-security-policy') ?? ''
    assert.match(policy, /; img-src 'self' https:\/\/files\.example data: blob:;/)
    assert.match(policy, /; media-src 'self' https:\/\/files\.example;/)
    assert.match(policy, /; connect-src 'self' https:\/\/files\.example;/)
  })

  it('adds no nonce where it would disable what the application allows', async () => {
    const styles = { 'style-src': "'self' 'unsafe-inline'" }

    const reply = await create({ contentSecurityPolicy: styles }).finishPage(
      ask('/', browser),
      page('Todos/Index'),
    )

    const policy = reply.getHeader('content-security-policy') ?? ''
    assert.match(policy, /; style-src 'self' 'unsafe-inline';/)
    assert.match(policy, /; script-src 'self' 'nonce-/)
  })
})

describe('a page for a JSON client', () => {
  it('is the page object as plain JSON', async () => {
    const reply = await pages.finishPage(
      ask('/', { accept: 'application/json' }),
      page('Todos/Index', { a: 1 }),
    )

    assert.equal(reply.getHeader('x-inertia'), undefined)
    assert.equal(reply.getHeader('vary'), 'X-Inertia, Accept')
    assert.equal((await pageOf(reply)).component, 'Todos/Index')
  })
})

describe('a client with other assets', () => {
  const stale = { ...inertia, 'x-inertia-version': 'v0' }

  it('is told to load the same URL again', () => {
    const reply = pages.begin(ask('/todos?page=2', stale))

    assert.equal(reply?.statusCode, 409)
    assert.equal(reply.body, null)
    assert.equal(reply.getHeader('x-inertia-location'), '/todos?page=2')
    assert.equal(reply.getHeader('x-inertia-version'), 'v1')
    assert.equal(reply.getHeader('x-inertia'), undefined)
  })

  it('is never sent to another origin', () => {
    const reply = pages.begin(ask('//evil.test/', stale))

    assert.equal(reply?.getHeader('x-inertia-location'), '/evil.test/')
  })

  it('is let through if it sends data, names no version, or is not a page client', () => {
    const requests = [
      ask('/', stale, 'POST'),
      ask('/', { 'x-inertia': 'true' }),
      ask('/', inertia),
      ask('/', { 'x-inertia-version': 'v0' }),
    ]

    assert.deepEqual(
      requests.map((request) => pages.begin(request)),
      [undefined, undefined, undefined, undefined],
    )
  })
})

describe('a client with the files of an earlier build', () => {
  const held = { ...inertia, 'x-inertia-version': 'earlier' }
  const notFound = { status: 404, message: 'Not Found' }
  const finish = async (request: HttpRequest, component: string) =>
    pages.finishPage(request, page(component, { a: 1 }))

  it('goes on with its files on a page that is the same in both', async () => {
    const request = ask('/todos', held)

    const begun = pages.begin(request)
    const shown = await finish(request, 'Todos/Index')

    assert.equal(begun, undefined)
    assert.equal(shown.statusCode, 200)
    assert.equal((await pageOf(shown)).version, 'earlier')
  })

  it('loads a page that has changed as a document, which gets the flash data', async () => {
    const request = ask('/todos/create?x=1', held)
    flash(request, { toast: 'Saved' })

    const reply = await finish(request, 'Todos/Create')

    assert.equal(reply.statusCode, 409)
    assert.equal(reply.getHeader('x-inertia-location'), '/todos/create?x=1')
    assert.equal(reply.getHeader('x-inertia-version'), 'v1')
    const document = ask('/todos/create?x=1', { ...browser, cookie: cookieOf(reply) })
    const shown = await finish(document, 'Todos/Create')
    assert.match(textOf(shown), /"flash":\{"toast":"Saved"\}/)
  })

  it('sends the form of an outdated page, unless the page is the same in both', () => {
    const isOutdated = (headers: Record<string, string>) => {
      const request = ask('/todos', headers, 'POST')
      pages.begin(request)
      return request.get(outdatedPageKey) === true
    }

    assert.equal(isOutdated({ ...held, 'x-form-component': 'Todos/Create' }), true)
    assert.equal(isOutdated(held), true)
    assert.equal(isOutdated({ ...held, 'x-form-component': 'Todos/Index' }), false)
    assert.equal(isOutdated({ ...inertia, 'x-form-component': 'Todos/Create' }), false)
    assert.equal(isOutdated({ 'x-inertia-version': 'earlier' }), false)
  })

  it('loads the page of a form that is refused, with the flash data', async () => {
    const named = ask('/todos', { ...held, 'x-form-page': '/todos/create?x=1' }, 'POST')
    const foreign = ask('/todos', { ...held, 'x-form-page': '//evil.test/' }, 'POST')
    flash(named, { toast: 'Welcome back' })

    const reply = pages.refuseForm(named)

    assert.equal(reply.statusCode, 409)
    assert.equal(reply.getHeader('x-inertia-location'), '/todos/create?x=1')
    assert.equal(reply.getHeader('x-form-outdated'), 'true')
    assert.match(cookieOf(reply), /^tenon_carry_/)
    assert.equal(pages.refuseForm(foreign).getHeader('x-inertia-location'), '/')
  })

  it('gets the errors of a form on a changed page, with the version of the page', async () => {
    const request = ask('/todos/create', held)
    request.set(errorsKey, { title: 'Required' })

    const shown = await pageOf(finish(request, 'Todos/Create'))

    assert.equal(shown.version, 'v1')
    assert.deepEqual(shown.props.errors, { title: 'Required' })
  })

  it('is answered with a page after sending data', async () => {
    const reply = await finish(ask('/todos', held, 'POST'), 'Todos/Create')

    assert.equal(reply.statusCode, 200)
  })

  it('loads a document for an error whose page has changed', async () => {
    const reply = await pages.answerError(ask('/nowhere', held), notFound)
    const sent = await pages.answerError(ask('/nowhere', held, 'POST'), notFound)

    assert.equal(reply.statusCode, 409)
    assert.equal(reply.getHeader('x-inertia-location'), '/nowhere')
    assert.equal(sent.statusCode, 404)
  })

  it('goes on in its language', async () => {
    const spoken = create({ isMultilingual: true })
    const inEnglish = { ...held, 'x-inertia-version': 'earlier.en' }
    const show = (headers: Record<string, string>) =>
      spoken.finishPage(ask('/todos', headers), page('Todos/Index', { a: 1 }))

    const same = await show(inEnglish)
    const other = await show({ ...held, 'x-inertia-version': 'earlier.de' })
    const following = await show({
      ...held,
      'x-inertia-version': 'earlier.de',
      'x-follows-language': 'true',
    })

    assert.equal(spoken.begin(ask('/todos', inEnglish)), undefined)
    assert.equal((await pageOf(same)).version, 'earlier.en')
    assert.equal(other.statusCode, 409)
    assert.equal((await pageOf(following)).version, 'earlier.en')
  })
})

describe('a redirect', () => {
  const settle = (request: HttpRequest, redirect: Reply<RedirectBody>) => {
    const reply = pages.finishRedirect(request, redirect)
    return { statusCode: reply.statusCode, location: reply.getHeader('location') }
  }

  it('is 302 after GET and HEAD, 303 after methods that change something', () => {
    const codes = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].map(
      (method) => settle(ask('/', {}, method), redirect('/todos')).statusCode,
    )

    assert.deepEqual(codes, [302, 302, 303, 303, 303, 303])
  })

  it('keeps an explicit status', () => {
    const reply = settle(ask('/', inertia, 'POST'), redirect('/todos').status(307))

    assert.deepEqual(reply, { statusCode: 307, location: '/todos' })
  })

  it('never makes a page client repeat PUT, PATCH or DELETE at its target', () => {
    const of = (method: string, headers: Record<string, string>) => {
      const found = noContent().status(302).header('location', '/todos')
      return [
        pages.finish(ask('/', headers, method), found).statusCode,
        pages.finishRedirect(ask('/', headers, method), redirect('/todos').status(302)).statusCode,
        found.statusCode,
      ]
    }

    const told = ['PUT', 'PATCH', 'DELETE'].map((method) => of(method, inertia))
    assert.deepEqual(told, [
      [303, 303, 302],
      [303, 303, 302],
      [303, 303, 302],
    ])
    assert.deepEqual(
      [of('POST', inertia), of('DELETE', {})],
      [
        [302, 302, 302],
        [302, 302, 302],
      ],
    )
  })

  it('makes a page client leave for another origin by itself', () => {
    const reply = pages.finishRedirect(ask('/', inertia), redirect.external('https://x.test/a'))

    assert.equal(reply.statusCode, 409)
    assert.equal(reply.getHeader('x-inertia-location'), 'https://x.test/a')
    assert.equal(reply.getHeader('location'), undefined)
  })

  it('makes a page client go to a fragment by itself, but not a prefetch', () => {
    const visit = pages.finishRedirect(ask('/', inertia, 'POST'), redirect('/todos#new'))
    const prefetch = pages.finishRedirect(
      ask('/', { ...inertia, purpose: 'prefetch' }),
      redirect('/todos#new'),
    )

    assert.equal(visit.statusCode, 409)
    assert.equal(visit.getHeader('x-inertia-redirect'), '/todos#new')
    assert.equal(prefetch.statusCode, 302)
  })

  it('ignores a shared promise that fails', async () => {
    const request = ask('/')
    share(request, { user: Promise.reject(new Error('nobody asked')) })

    assert.equal(settle(request, redirect('/todos')).location, '/todos')
    await setImmediate()
  })

  it('encodes what a header cannot carry', () => {
    assert.equal(settle(ask('/'), redirect('/grüße/%20')).location, '/gr%C3%BC%C3%9Fe/%20')
    assert.equal(settle(ask('/'), redirect('/?q=\ud800')).location, '/?q=%EF%BF%BD')
  })
})

describe('an empty answer', () => {
  it('sends a page client back to where it was', () => {
    const headers = { ...inertia, referer: 'http://app.test/todos?page=2' }

    const reply = pages.finish(ask('/todos/1', headers, 'DELETE'), noContent())

    assert.equal(reply.statusCode, 303)
    assert.equal(reply.getHeader('location'), '/todos?page=2')
  })

  it('sends it to the start page if it came from elsewhere', () => {
    const headers = { ...inertia, referer: 'http://evil.test/' }

    const reply = pages.finish(ask('/', headers, 'POST'), noContent())

    assert.equal(reply.getHeader('location'), '/')
  })

  it('stays unchanged for other clients, as does an answer that is not empty', () => {
    assert.equal(pages.finish(ask('/', {}, 'POST'), noContent()).statusCode, 204)
    assert.equal(pages.finish(ask('/', inertia), json({ a: 1 })).body, '{"a":1}')
    assert.equal(pages.finish(ask('/', inertia), noContent().status(404)).statusCode, 404)
    assert.equal(pages.finish(ask('/', inertia), noContent().status(304)).statusCode, 304)
  })
})

describe('an error', () => {
  const missing = { status: 404, message: 'Not <Found>' }

  it('is the Error page for a page client', async () => {
    const reply = await pages.answerError(ask('/x', inertia), missing)

    assert.equal(reply.statusCode, 404)
    assert.equal(reply.getHeader('x-inertia'), 'true')
    assert.deepEqual(await pageOf(reply), {
      component: 'Error',
      props: { status: 404, message: 'Not <Found>', errors: {} },
      url: '/x',
      version: 'v1',
    })
  })

  it('is not a success for a form, and leaves it where it was', async () => {
    const headers = { ...inertia, 'x-form-page': '/todos?page=2' }

    const shown = await pageOf(pages.answerError(ask('/todos/1', headers, 'DELETE'), missing))

    assert.deepEqual(shown.props.errors, { _error: 'Not <Found>' })
    assert.equal(shown.url, '/todos?page=2')
  })

  it('is not a success for a form if it is a 422 without fields', async () => {
    const { status, message, errors } = new ValidationFailed({}, 'The basket is empty')
    const answer = pages.answerError(ask('/orders', inertia, 'POST'), { status, message, errors })

    const shown = await pageOf(answer)

    assert.deepEqual(shown.props.errors, { _error: 'The basket is empty' })
  })

  it('names the fields of a query that is not valid, without the messages of its schema', async () => {
    const { status, message, errors } = new ValidationFailed({
      month: 'Invalid string: must match pattern /^[0-9]+$/',
      _: 'The student id must be between 1 and 2',
    })
    const error = { status, message, errors }
    const told = 'The given data was invalid (month)'

    const shown = await pageOf(pages.answerError(ask('/expenses?month=foo', inertia), error))
    const document = await pages.answerError(ask('/expenses?month=foo'), error)

    assert.equal(shown.props.message, told)
    assert.deepEqual(shown.props.errors, errors)
    assert.ok(JSON.stringify(document.body).includes(`<p>${told}</p>`))
  })

  it('has the messages of a form that no page shows, without the name of the whole input', async () => {
    const { status, message, errors } = new ValidationFailed({ _: 'Too many', title: 'Is missing' })
    const error = { status, message, errors }

    const shown = await pageOf(pages.answerError(ask('/orders', inertia, 'POST'), error))

    assert.equal(shown.props.message, `The given data was invalid (Too many, title: Is missing)`)
  })

  it("has the request's id if the log has details", async () => {
    const error = { status: 500, message: 'Internal Server Error', requestId: 'abc-123' }

    const shown = await pageOf(pages.answerError(ask('/', inertia), error))

    assert.equal(shown.props.requestId, 'abc-123')
  })

  it('has the shared props, unless they fail', async () => {
    const good = ask('/', inertia)
    const bad = ask('/', inertia)
    share(good, { user: async () => 'Ada' })
    share(bad, { user: async () => Promise.reject(new Error('database')) })

    const [shown, without] = await Promise.all(
      [good, bad].map((request) => pageOf(pages.answerError(request, missing) as Reply)),
    )

    assert.equal(shown.props.user, 'Ada')
    assert.deepEqual(shown.sharedProps, ['user'])
    assert.equal(without.props.user, undefined)
  })

  it('is encrypted in the history as any other page, because it has the shared props', async () => {
    const encrypted = create({ isHistoryEncrypted: true })
    const [chosen, exempt] = [ask('/', inertia), ask('/', inertia)]
    encryptHistory(chosen)
    encryptHistory(exempt, { enabled: false })

    const answers = [
      await encrypted.answerError(ask('/', inertia), missing),
      await pages.answerError(chosen, missing),
      await encrypted.answerError(exempt, missing),
      await pages.answerError(ask('/', inertia), missing),
    ]

    const shown = answers.map((reply) => JSON.parse(textOf(reply)).encryptHistory)
    assert.deepEqual(shown, [true, true, undefined, undefined])
  })

  it('is the Error page as a document for a browser, which says what happened without scripts too', async () => {
    const request = ask('/x', browser)
    share(request, { user: 'Ada' })

    const reply = await pages.answerError(request, missing)

    assert.equal(reply.statusCode, 404)
    assert.equal(reply.contentType, 'text/html; charset=utf-8')
    assert.equal(reply.getHeader('cache-control'), 'no-store')
    assert.match(textOf(reply), /"component":"Error","props":{"user":"Ada","status":404/)
    assert.match(textOf(reply), /<noscript><h1>404<\/h1><p>Not &lt;Found&gt;<\/p><\/noscript>/)
    assert.match(reply.getHeader('content-security-policy') ?? '', /script-src/)
  })

  it('is a plain document for a browser and a page client without an Error page', async () => {
    const plain = create({ assets: noAssets })
    const error = { status: 500, message: 'Internal Server Error', requestId: 'abc-123' }

    const forBrowser = await plain.answerError(ask('/', browser), error)
    const forClient = await plain.answerError(ask('/', inertia), error)

    assert.equal(textOf(forBrowser), textOf(forClient))
    assert.match(textOf(forBrowser), /500<\/p><h1>Internal Server Error<\/h1>.*abc-123/)
    assert.match(forBrowser.getHeader('content-security-policy') ?? '', /default-src 'none'/)
  })

  it('leads home, except from there', async () => {
    const plain = create({ assets: noAssets })
    const missing = { status: 404, message: 'Not Found' }

    assert.match(textOf(await plain.answerError(ask('/a', browser), missing)), /<a .*href="\/"/)
    assert.doesNotMatch(textOf(await plain.answerError(ask('/', browser), missing)), /<a /)
  })

  it('is JSON for a JSON client', async () => {
    const reply = await pages.answerError(ask('/', { accept: 'application/json' }), missing)

    assert.equal(reply.statusCode, 404)
    assert.equal(textOf(reply), '{"message":"Not <Found>"}')
  })
})

describe('a failed validation', () => {
  const failure = new ValidationFailed({ title: 'Title is required' })

  /** Routing with pages at the given paths; everything else redirects. */
  function routing(paths: Record<string, string>, found: Partial<FormPages> = {}): FormPages {
    return {
      declaredPath: () => undefined,
      conventionalPath: () => undefined,
      dispatch: (request, path) => {
        const component = paths[path]
        const reply = component === undefined ? redirect('/login') : page(component, { todo: null })
        return { request: request.internal(path), reply }
      },
      ...found,
    }
  }

  async function answerInvalid(request: HttpRequest, failure: ValidationFailed, found: FormPages) {
    const shown = await findFormPage(request, failure.errors, found)
    assert.ok(shown !== undefined && 'reply' in shown)
    return pages.finishPage(shown.request, shown.reply)
  }

  const form = (headers: Record<string, string>) =>
    ask('/todos', { ...inertia, ...headers }, 'POST')

  it("is 422 with the form's page, its url and the errors", async () => {
    const found = routing(
      { '/todos/create': 'Todos/Create' },
      {
        conventionalPath: () => '/todos/create',
      },
    )

    const reply = await answerInvalid(form({}), failure, found)

    assert.equal(reply.getHeader('x-inertia'), 'true')
    assert.deepEqual(await pageOf(reply), {
      component: 'Todos/Create',
      props: { todo: null, errors: { title: 'Title is required' } },
      url: '/todos/create',
      version: 'v1',
    })
  })

  it("carries the data of the form's handler as well as that of its page", async () => {
    const found = routing({ '/todos/create': 'Todos/Create' })
    const request = form({ 'x-form-page': '/todos/create' })
    flash(request, { toast: 'Not saved' })
    const dispatch: FormPages['dispatch'] = async (asked, path) => {
      const dispatched = await found.dispatch(asked, path)
      assert.ok(dispatched)
      flash(dispatched.request, { tip: 'Short titles' })
      return dispatched
    }

    const reply = await answerInvalid(request, failure, { ...found, dispatch })

    assert.deepEqual((await pageOf(reply)).flash, { toast: 'Not saved', tip: 'Short titles' })
  })

  it('prefers the declared path, then the named, the referring and the conventional one', async () => {
    const all = { '/a': 'Todos/Index', '/b': 'Todos/Index', '/c': 'Todos/Index', '/d': 'Error' }
    const headers = { 'x-form-page': '/b', referer: 'http://app.test/c' }
    const found = (paths: string[]) =>
      routing(Object.fromEntries(Object.entries(all).filter(([path]) => paths.includes(path))), {
        declaredPath: () => '/a',
        conventionalPath: () => '/d',
      })
    const choices = [['/a', '/b', '/c', '/d'], ['/b', '/c', '/d'], ['/c', '/d'], ['/d']]

    const urls = await Promise.all(
      choices.map(async (paths) => {
        const reply = answerInvalid(form(headers), failure, found(paths))
        return (await pageOf(reply)).url
      }),
    )

    assert.deepEqual(urls, ['/a', '/b', '/c', '/d'])
  })

  it('keeps the query of the declared path, as the client or its referrer names it', async () => {
    const filtered = '/todos?status=open&search=a'
    const found = routing(
      { [filtered]: 'Todos/Index', '/todos': 'Todos/Index' },
      {
        declaredPath: () => '/todos',
      },
    )
    const sent = [
      { 'x-form-page': filtered },
      { referer: `http://app.test${filtered}` },
      { 'x-form-page': '/other?a=1' },
    ]

    const urls = await Promise.all(
      sent.map(async (headers) => (await pageOf(answerInvalid(form(headers), failure, found))).url),
    )

    assert.deepEqual(urls, [filtered, filtered, '/todos'])
  })

  it('never follows another origin', async () => {
    const asked: string[] = []
    const found = routing({}, { dispatch: (_request, path) => void asked.push(path) })
    const headers = { 'x-form-page': '//evil.test/a', referer: 'http://evil.test/b' }

    const shown = await findFormPage(form(headers), failure.errors, found)

    assert.deepEqual(asked, [])
    assert.equal(shown, undefined)
  })

  it('nests the errors in the bag that the client names', async () => {
    const found = routing({ '/a': 'Todos/Create' }, { declaredPath: () => '/a' })

    const reply = answerInvalid(form({ 'x-inertia-error-bag': 'quick' }), failure, found)

    assert.deepEqual((await pageOf(reply)).props.errors, {
      quick: { title: 'Title is required' },
    })
  })

  it("is the form's page as a document for a browser", async () => {
    const found = routing({ '/a': 'Todos/Create' }, { declaredPath: () => '/a' })

    const reply = await answerInvalid(ask('/todos', browser, 'POST'), failure, found)

    assert.match(textOf(reply), /"errors":{"title":"Title is required"}/)
  })
})

describe('flash data', () => {
  const redirected = (data: Record<string, unknown>, cookie?: string) => {
    const request = ask('/todos', { ...inertia, ...(cookie ? { cookie } : {}) }, 'POST')
    flash(request, data)
    return cookieOf(pages.finishRedirect(request, back()))
  }
  const show = (cookie: string, headers: Record<string, string> = inertia) =>
    pages.finishPage(ask('/', { ...headers, cookie }), page('Todos/Index')) as Reply

  it('is shown by the page that answers', async () => {
    const request = ask('/', inertia)
    flash(request, { toast: 'Saved' })
    flash(request, { id: 1 })

    const reply = await pages.finishPage(request, page('Todos/Index'))

    assert.deepEqual((await pageOf(reply)).flash, { toast: 'Saved', id: 1 })
    assert.equal(reply.cookies, undefined)
  })

  it('is shown once, by the page after a redirect', async () => {
    const reply = show(redirected({ toast: 'Saved' }))

    assert.deepEqual((await pageOf(reply)).flash, { toast: 'Saved' })
    assert.match(
      reply.cookies?.[0]?.text ?? '',
      /^tenon_carry_\w+=; Path=\/; Expires=Thu, 01 Jan 1970/,
    )
  })

  it('survives further redirects, and is joined with what they add', async () => {
    const first = redirected({ toast: 'Saved' })

    const passing = pages.finishRedirect(ask('/', { cookie: first }), redirect('/todos'))
    const second = redirected({ more: 1 }, first)

    assert.equal(passing.cookies, undefined)
    assert.deepEqual((await pageOf(show(second))).flash, { toast: 'Saved', more: 1 })
  })

  it('is shown in full if several concurrent answers have each set some', async () => {
    const cookies = [redirected({ toast: 'Saved' }), redirected({ more: 1 })]

    const reply = show(cookies.join('; '))

    assert.deepEqual((await pageOf(reply)).flash, { toast: 'Saved', more: 1 })
    assert.equal(reply.cookies?.length, 2)
  })

  it('is neither shown to a prefetch nor cleared by it', async () => {
    const reply = show(redirected({ toast: 'Saved' }), { ...inertia, purpose: 'prefetch' })

    assert.equal((await pageOf(reply)).flash, undefined)
    assert.equal(reply.cookies, undefined)
  })

  it('is not read from a cookie that was changed or signed with another key', async () => {
    const cookie = redirected({ toast: 'Saved' })
    const forged = cookie.replace(/=./, '=f')
    const other = create({ keys: new KeyRing('another') })

    const byOther = await other.finishPage(ask('/', { ...inertia, cookie }), page('Todos/Index'))

    assert.equal((await pageOf(show(forged))).flash, undefined)
    assert.equal((await pageOf(show('tenon_carry_1=x'))).flash, undefined)
    assert.equal((await pageOf(byOther)).flash, undefined)
  })

  it('is not looked for in cookies whose names nobody has set', async () => {
    for (const name of ['tenon_carry_a b', 'tenon_carry_\xe4', 'tenon_carry_']) {
      const reply = show(`${name}=x`)

      assert.equal((await pageOf(reply)).flash, undefined, name)
      assert.equal(reply.cookies, undefined, name)
    }
  })

  it('is rejected if a cookie cannot hold it, and if there is no key', () => {
    const request = ask('/', inertia)
    flash(request, { toast: 'x'.repeat(4000) })

    assert.throws(() => pages.finishRedirect(request, back()), { code: 'E_FLASH_SIZE' })
    assert.throws(() => create({ keys: undefined }).finishRedirect(request, back()), {
      code: 'E_FLASH_KEY',
    })
  })

  it('carries the history options too', async () => {
    const request = ask('/', inertia, 'POST')
    clearHistory(request)
    preserveFragment(request)

    const shown = await pageOf(show(cookieOf(pages.finishRedirect(request, redirect('/')))))

    assert.equal(shown.clearHistory, true)
    assert.equal(shown.preserveFragment, true)
    assert.equal(shown.flash, undefined)
  })
})

describe('a document that the server renders', () => {
  const options = {
    renderer: {
      renders: (component: string) => component === 'Todos/Index',
      render: async (_: string, pageJson: string) => {
        const { props } = JSON.parse(pageJson)
        if (props.isBroken === true) return undefined
        return { head: props.head ?? '', body: `<div id="app">${props.a.toUpperCase()}</div>` }
      },
    },
    document: { title: 'Application' },
  }
  const rendering = create(options)

  async function textFor(name: string, props: Record<string, unknown>): Promise<string> {
    return textOf(await rendering.finishPage(ask('/', browser), page(name, props)))
  }

  it('contains the element and head rendered from the props as they are sent', async () => {
    const text = await textFor('Todos/Index', {
      a: new Date(0),
      head: '<meta name="x">',
    })

    assert.match(text, /<title>Application<\/title>\n<meta name="x">\n/)
    assert.match(text, /<\/script>\n<div id="app">1970-01-01T00:00:00\.000Z<\/div>\n<\/body>/)
  })

  it('has the title of the page instead of its own', async () => {
    const text = await textFor('Todos/Index', { a: 'a', head: '<title>Todos</title>' })

    assert.match(text, /<title>Todos<\/title>/)
    assert.doesNotMatch(text, /Application/)
  })

  it('is rendered by the client if rendering failed or was not wanted', async () => {
    const broken = await textFor('Todos/Index', { isBroken: true })
    const other = await textFor('Todos/Create', { a: 'a' })

    assert.match(broken, /<title>Application<\/title>.*<div id="app"><\/div>/s)
    assert.match(other, /<title>Application<\/title>.*<div id="app"><\/div>/s)
  })

  it('is not rendered for a page client', () => {
    assert.ok(
      rendering.finishPage(ask('/', inertia), page('Todos/Index', { a: 'a' })) instanceof Reply,
    )
  })
})

describe('the icon of a document', () => {
  const show = async (head: string) => {
    const own = create({ document: { head } })
    return textOf(await own.finishPage(ask('/', browser), page('Todos/Index', {})))
  }

  it('is the one of the application, unless its own head links another', async () => {
    assert.match(await show('<meta name="x">'), /<link rel="icon" href="\/icon\.svg">/)
    assert.doesNotMatch(await show('<link rel="icon" href="/own.png">'), /icon\.svg/)
  })
})
