import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { noAssets, type PageAssets } from '../assets/page-assets.ts'
import { defaultBodyLimits } from '../body/body-limits.ts'
import type { Exchange } from '../http/exchange.ts'
import { back, redirect } from '../http/redirect.ts'
import { empty, json } from '../http/replies.ts'
import { Reply } from '../http/reply.ts'
import { HttpRequest } from '../http/request.ts'
import { parseTrustedProxies } from '../http/origin.ts'
import { always, defer, optional } from '../props/prop-kinds.ts'
import { ValidationFailed } from '../support/http-error.ts'
import type { FormPages } from './form-page.ts'
import { page } from './page.ts'
import { clearHistory, encryptHistory, flash, preserveFragment, share } from './page-state.ts'
import { createPages, type PagesOptions } from './pages.ts'

const assets: PageAssets = {
  version: 'v1',
  names: new Set(['Todos/Index', 'Todos/Create', 'Error']),
  tags: (component) => ({ head: `<!-- ${component} -->`, link: '</app.js>; rel=modulepreload' }),
}

const pages = create()

function create(options: Partial<PagesOptions> = {}) {
  return createPages({ assets, appKey: 'a key of the tests', ...options })
}

function ask(target: string, headers: Record<string, string> = {}, method = 'GET'): HttpRequest {
  const exchange: Exchange = {
    method,
    target,
    headers: { host: 'app.test', ...headers },
    remoteAddress: '127.0.0.1',
    isEncrypted: false,
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

/** The cookie that a reply sets, as a client would send it back. */
function cookieOf(reply: Reply): string {
  const [cookie] = reply.cookies ?? []
  assert.ok(cookie)
  return cookie.text.split(';')[0] ?? ''
}

describe('a page for a page client', () => {
  it('is the page object, with errors, url and version', async () => {
    const request = ask('/todos?a=%20b', inertia)

    const reply = await pages.render(request, page('Todos/Index', { todos: [] }).status(201))

    assert.equal(reply.statusCode, 201)
    assert.equal(reply.contentType, 'application/json')
    assert.deepEqual(reply.headers, [
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

  it('is made at once when nothing in it is a promise', () => {
    assert.ok(pages.render(ask('/', inertia), page('Todos/Index', { a: () => 1 })) instanceof Reply)
  })

  it('holds what a partial reload asks for', async () => {
    const headers = {
      ...inertia,
      'x-inertia-partial-component': 'Todos/Index',
      'x-inertia-partial-data': 'stats',
    }
    const props = { todos: assert.fail, stats: optional(() => 3), errors: {} }

    const reply = pages.render(ask('/todos', headers), page('Todos/Index', props))

    assert.deepEqual((await pageOf(reply)).props, { stats: 3, errors: {} })
  })

  it('announces deferred props', async () => {
    const reply = pages.render(ask('/', inertia), page('Todos/Index', { a: defer(assert.fail) }))

    assert.deepEqual((await pageOf(reply)).deferredProps, { default: ['a'] })
  })

  it('never names another origin as its url', async () => {
    const reply = pages.render(ask('//evil.test/x', inertia), page('Todos/Index'))

    assert.equal((await pageOf(reply)).url, '/evil.test/x')
  })

  it('has the shared props under its own, and names them', async () => {
    const request = ask('/', inertia)
    share(request, { user: () => 'Ada', theme: 'dark' })
    share(request, { locale: 'en' })

    const reply = pages.render(request, page('Todos/Index', { theme: 'light' }))

    const shown = await pageOf(reply)
    assert.deepEqual(shown.props, { user: 'Ada', theme: 'light', locale: 'en', errors: {} })
    assert.deepEqual(shown.sharedProps, ['user', 'theme', 'locale'])
  })

  it('says how the client keeps it, when asked to', async () => {
    const request = ask('/', inertia)
    encryptHistory(request)
    clearHistory(request)

    const shown = await pageOf(pages.render(request, page('Todos/Index')))

    assert.equal(shown.encryptHistory, true)
    assert.equal(shown.clearHistory, true)
  })

  it('says that the client keeps it encrypted, where the application keeps every page so', async () => {
    const encrypted = create({ isHistoryEncrypted: true })

    const shown = await pageOf(encrypted.render(ask('/', inertia), page('Todos/Index')))
    const plain = await pageOf(pages.render(ask('/', inertia), page('Todos/Index')))

    assert.deepEqual([shown.encryptHistory, plain.encryptHistory], [true, undefined])
  })

  it('is refused when there is no such page', () => {
    assert.throws(() => pages.render(ask('/', inertia), page('Todos/Nowhere')), {
      code: 'E_PAGE_UNKNOWN',
    })
  })

  it('is refused when a prop cannot be written', () => {
    assert.throws(() => pages.render(ask('/', inertia), page('Todos/Index', { id: 1n })), {
      code: 'E_PAGE_PROPS',
    })
  })

  it('may have promises that fail before anybody awaits them, as in a slow middleware', async () => {
    const failure = (): Promise<never> => Promise.reject(new Error('away'))
    const reply = page('Todos/Index', { todos: failure(), users: always(failure()) })
    await setImmediate()

    await assert.rejects(async () => pages.render(ask('/todos', inertia), reply), /away/)
  })
})

describe('a page for a browser', () => {
  it('is a document that holds the page object and loads the client', async () => {
    const document = { language: 'de', title: 'Übersicht & mehr' }
    const own = create({ document, routes: { 'todos.index': '/todos' } })

    const reply = await own.render(ask('/todos', browser), page('Todos/Index', { a: 1 }))

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

  it('cannot be broken out of by what a prop holds', async () => {
    const title = '</script><script>alert(1)</script><!--<script>'

    const text = textOf(await pages.render(ask('/', browser), page('Todos/Index', { title })))

    const [, data = ''] =
      /data-page="app" type="application\/json">(.*?)<\/script>/.exec(text) ?? []
    assert.equal(data.includes('<'), false)
    assert.equal(JSON.parse(data).props.title, title)
  })

  it('has a policy whose nonce is in the document and in no other', async () => {
    const replies = await Promise.all(
      [1, 2].map(async () => pages.render(ask('/', browser), page('Todos/Index'))),
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

  it('takes directives from the application, and none when there is to be no policy', async () => {
    const own = create({ contentSecurityPolicy: { 'img-src': 'https:' } })
    const none = create({ contentSecurityPolicy: false })

    const withOwn = await own.render(ask('/', browser), page('Todos/Index'))
    const without = await none.render(ask('/', browser), page('Todos/Index'))

    assert.match(withOwn.getHeader('content-security-policy') ?? '', /; img-src https:;/)
    assert.match(withOwn.getHeader('content-security-policy') ?? '', /style-src 'self' 'nonce-/)
    assert.equal(without.getHeader('content-security-policy'), undefined)
    assert.equal(textOf(without).includes('csp-nonce'), false)
  })

  it('adds no nonce beside which a browser would not allow what the application allows', async () => {
    const styles = { 'style-src': "'self' 'unsafe-inline'" }

    const reply = await create({ contentSecurityPolicy: styles }).render(
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
    const reply = await pages.render(
      ask('/', { accept: 'application/json' }),
      page('Todos/Index', { a: 1 }),
    )

    assert.equal(reply.getHeader('x-inertia'), undefined)
    assert.equal(reply.getHeader('vary'), 'X-Inertia, Accept')
    assert.equal((await pageOf(reply)).component, 'Todos/Index')
  })
})

describe('a client of other assets', () => {
  const stale = { ...inertia, 'x-inertia-version': 'v0' }

  it('is told to load the same address anew', () => {
    const reply = pages.conflict(ask('/todos?page=2', stale))

    assert.equal(reply?.statusCode, 409)
    assert.equal(reply.body, null)
    assert.equal(reply.getHeader('x-inertia-location'), '/todos?page=2')
    assert.equal(reply.getHeader('x-inertia-version'), 'v1')
    assert.equal(reply.getHeader('x-inertia'), undefined)
  })

  it('is never sent to another origin', () => {
    const reply = pages.conflict(ask('//evil.test/', stale))

    assert.equal(reply?.getHeader('x-inertia-location'), '/evil.test/')
  })

  it('is let through when it sends something, names no version, or is no page client', () => {
    const requests = [
      ask('/', stale, 'POST'),
      ask('/', { 'x-inertia': 'true' }),
      ask('/', inertia),
      ask('/', { 'x-inertia-version': 'v0' }),
    ]

    assert.deepEqual(
      requests.map((request) => pages.conflict(request)),
      [undefined, undefined, undefined, undefined],
    )
  })
})

describe('a redirect', () => {
  const settle = (request: HttpRequest, reply: Reply) => {
    const { statusCode } = pages.renderRedirect(request, reply)
    return { statusCode, location: reply.getHeader('location') }
  }

  it('is 302 after GET and HEAD, 303 after what changes something', () => {
    const codes = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].map(
      (method) => settle(ask('/', {}, method), redirect('/todos')).statusCode,
    )

    assert.deepEqual(codes, [302, 302, 303, 303, 303, 303])
  })

  it('keeps an explicit code', () => {
    const reply = settle(ask('/', inertia, 'POST'), redirect('/todos').status(307))

    assert.deepEqual(reply, { statusCode: 307, location: '/todos' })
  })

  it('has a page client leave by itself for another origin', () => {
    const reply = pages.renderRedirect(ask('/', inertia), redirect.external('https://x.test/a'))

    assert.equal(reply.statusCode, 409)
    assert.equal(reply.getHeader('x-inertia-location'), 'https://x.test/a')
    assert.equal(reply.getHeader('location'), undefined)
  })

  it('has a page client go to a fragment by itself, but not a prefetch', () => {
    const visit = pages.renderRedirect(ask('/', inertia, 'POST'), redirect('/todos#new'))
    const prefetch = pages.renderRedirect(
      ask('/', { ...inertia, purpose: 'prefetch' }),
      redirect('/todos#new'),
    )

    assert.equal(visit.statusCode, 409)
    assert.equal(visit.getHeader('x-inertia-redirect'), '/todos#new')
    assert.equal(prefetch.statusCode, 302)
  })

  it('leaves a shared promise that fails to itself', async () => {
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

    const reply = pages.finish(ask('/todos/1', headers, 'DELETE'), empty())

    assert.equal(reply.statusCode, 303)
    assert.equal(reply.getHeader('location'), '/todos?page=2')
  })

  it('sends it to the start when it came from elsewhere', () => {
    const headers = { ...inertia, referer: 'http://evil.test/' }

    const reply = pages.finish(ask('/', headers, 'POST'), empty())

    assert.equal(reply.getHeader('location'), '/')
  })

  it('stays what it is for others, as does an answer that is not empty', () => {
    assert.equal(pages.finish(ask('/', {}, 'POST'), empty()).statusCode, 204)
    assert.equal(pages.finish(ask('/', inertia), json({ a: 1 })).body, '{"a":1}')
    assert.equal(pages.finish(ask('/', inertia), empty().status(404)).statusCode, 404)
    assert.equal(pages.finish(ask('/', inertia), empty().status(304)).statusCode, 304)
  })
})

describe('an error', () => {
  const missing = { status: 404, message: 'Not <Found>' }

  it('is the Error page for a page client', async () => {
    const reply = await pages.renderError(ask('/x', inertia), missing)

    assert.equal(reply.statusCode, 404)
    assert.equal(reply.getHeader('x-inertia'), 'true')
    assert.deepEqual(await pageOf(reply), {
      component: 'Error',
      props: { status: 404, message: 'Not <Found>', errors: {} },
      url: '/x',
      version: 'v1',
    })
  })

  it('is no success for a form, and leaves it where it was', async () => {
    const headers = { ...inertia, 'x-form-page': '/todos?page=2' }

    const shown = await pageOf(pages.renderError(ask('/todos/1', headers, 'DELETE'), missing))

    assert.deepEqual(shown.props.errors, { _error: 'Not <Found>' })
    assert.equal(shown.url, '/todos?page=2')
  })

  it("has the request's id where the log has more to say", async () => {
    const error = { status: 500, message: 'Internal Server Error', requestId: 'abc-123' }

    const shown = await pageOf(pages.renderError(ask('/', inertia), error))

    assert.equal(shown.props.requestId, 'abc-123')
  })

  it('has the shared props, unless these fail', async () => {
    const good = ask('/', inertia)
    const bad = ask('/', inertia)
    share(good, { user: async () => 'Ada' })
    share(bad, { user: async () => Promise.reject(new Error('database')) })

    const [shown, without] = await Promise.all(
      [good, bad].map((request) => pageOf(pages.renderError(request, missing) as Reply)),
    )

    assert.equal(shown.props.user, 'Ada')
    assert.equal(without.props.user, undefined)
  })

  it('is a plain document for a browser, and for a page client without an Error page', async () => {
    const plain = create({ assets: noAssets })
    const error = { status: 500, message: 'Internal Server Error', requestId: 'abc-123' }

    const forBrowser = await pages.renderError(ask('/', browser), error)
    const forClient = await plain.renderError(ask('/', inertia), error)

    assert.equal(textOf(forBrowser), textOf(forClient))
    assert.match(textOf(forBrowser), /<h1>500<\/h1><p>Internal Server Error<\/p>.*abc-123/)
    assert.match(forBrowser.getHeader('content-security-policy') ?? '', /default-src 'none'/)
  })

  it('is JSON for a JSON client', async () => {
    const reply = await pages.renderError(ask('/', { accept: 'application/json' }), missing)

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
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        const reply = component === undefined ? redirect('/login') : page(component, { todo: null })
        return { request: ask(path, headers), reply }
      },
      ...found,
    }
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

    const reply = await pages.renderInvalid(form({}), failure, found)

    assert.equal(reply.statusCode, 422)
    assert.equal(reply.getHeader('x-inertia'), 'true')
    assert.deepEqual(await pageOf(reply), {
      component: 'Todos/Create',
      props: { todo: null, errors: { title: 'Title is required' } },
      url: '/todos/create',
      version: 'v1',
    })
  })

  it('tells what the form wants told beside what its page does', async () => {
    const found = routing({ '/todos/create': 'Todos/Create' })
    const request = form({ 'x-form-page': '/todos/create' })
    flash(request, { toast: 'Not saved' })
    const dispatch: FormPages['dispatch'] = async (asked, path) => {
      const dispatched = await found.dispatch(asked, path)
      assert.ok(dispatched)
      flash(dispatched.request, { tip: 'Short titles' })
      return dispatched
    }

    const reply = await pages.renderInvalid(request, failure, { ...found, dispatch })

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
        const reply = pages.renderInvalid(form(headers), failure, found(paths))
        return (await pageOf(reply)).url
      }),
    )

    assert.deepEqual(urls, ['/a', '/b', '/c', '/d'])
  })

  it('never follows another origin', async () => {
    const asked: string[] = []
    const found = routing({}, { dispatch: (_request, path) => void asked.push(path) })
    const headers = { 'x-form-page': '//evil.test/a', referer: 'http://evil.test/b' }

    const reply = await pages.renderInvalid(form(headers), failure, found)

    assert.deepEqual(asked, [])
    assert.equal(reply.statusCode, 422)
    assert.equal(reply.getHeader('x-inertia'), undefined)
  })

  it('nests the errors under the bag that the client names', async () => {
    const found = routing({ '/a': 'Todos/Create' }, { declaredPath: () => '/a' })

    const reply = pages.renderInvalid(form({ 'x-inertia-error-bag': 'quick' }), failure, found)

    assert.deepEqual((await pageOf(reply)).props.errors, {
      quick: { title: 'Title is required' },
    })
  })

  it("is the form's page as a document for a browser", async () => {
    const found = routing({ '/a': 'Todos/Create' }, { declaredPath: () => '/a' })

    const reply = await pages.renderInvalid(ask('/todos', browser, 'POST'), failure, found)

    assert.equal(reply.statusCode, 422)
    assert.match(textOf(reply), /"errors":{"title":"Title is required"}/)
  })

  it('is JSON for a JSON client, and when no page is found', async () => {
    const expected = {
      message: 'The given data was invalid',
      errors: { title: 'Title is required' },
    }
    const client = ask('/todos', { accept: 'application/json' }, 'POST')

    const forJson = await pages.renderInvalid(client, failure, routing({}))
    const withoutPage = await pages.renderInvalid(form({}), failure, routing({}))

    assert.deepEqual(await pageOf(forJson), expected)
    assert.deepEqual(await pageOf(withoutPage), expected)
  })
})

describe('flash data', () => {
  const redirected = (data: Record<string, unknown>, cookie?: string) => {
    const request = ask('/todos', { ...inertia, ...(cookie ? { cookie } : {}) }, 'POST')
    flash(request, data)
    return cookieOf(pages.renderRedirect(request, back()))
  }
  const show = (cookie: string, headers: Record<string, string> = inertia) =>
    pages.render(ask('/', { ...headers, cookie }), page('Todos/Index')) as Reply

  it('is shown by the page that answers', async () => {
    const request = ask('/', inertia)
    flash(request, { toast: 'Saved' })
    flash(request, { id: 1 })

    const reply = await pages.render(request, page('Todos/Index'))

    assert.deepEqual((await pageOf(reply)).flash, { toast: 'Saved', id: 1 })
    assert.equal(reply.cookies, undefined)
  })

  it('is shown once by the page after a redirect', async () => {
    const reply = show(redirected({ toast: 'Saved' }))

    assert.deepEqual((await pageOf(reply)).flash, { toast: 'Saved' })
    assert.match(reply.cookies?.[0]?.text ?? '', /^tenon_carry=; Max-Age=0/)
  })

  it('survives further redirects, and takes up what these add', async () => {
    const first = redirected({ toast: 'Saved' })

    const passing = pages.renderRedirect(ask('/', { cookie: first }), redirect('/todos'))
    const second = redirected({ more: 1 }, first)

    assert.equal(passing.cookies, undefined)
    assert.deepEqual((await pageOf(show(second))).flash, { toast: 'Saved', more: 1 })
  })

  it('is neither shown to a prefetch nor ended by it', async () => {
    const reply = show(redirected({ toast: 'Saved' }), { ...inertia, purpose: 'prefetch' })

    assert.equal((await pageOf(reply)).flash, undefined)
    assert.equal(reply.cookies, undefined)
  })

  it('is not taken from a cookie that was changed or signed with another key', async () => {
    const cookie = redirected({ toast: 'Saved' })
    const forged = cookie.replace(/=./, '=f')
    const other = create({ appKey: 'another' })

    const byOther = await other.render(ask('/', { ...inertia, cookie }), page('Todos/Index'))

    assert.equal((await pageOf(show(forged))).flash, undefined)
    assert.equal((await pageOf(show('tenon_carry=x'))).flash, undefined)
    assert.equal((await pageOf(byOther)).flash, undefined)
  })

  it('is refused when a cookie cannot hold it, and when there is no key', () => {
    const request = ask('/', inertia)
    flash(request, { toast: 'x'.repeat(4000) })

    assert.throws(() => pages.renderRedirect(request, back()), { code: 'E_FLASH_SIZE' })
    assert.throws(() => create({ appKey: undefined }).renderRedirect(request, back()), {
      code: 'E_FLASH_KEY',
    })
  })

  it('goes with what the history has to do', async () => {
    const request = ask('/', inertia, 'POST')
    clearHistory(request)
    preserveFragment(request)

    const shown = await pageOf(show(cookieOf(pages.renderRedirect(request, redirect('/')))))

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
    return textOf(await rendering.render(ask('/', browser), page(name, props)))
  }

  it('has the element and the head that were made of the props as they are sent', async () => {
    const text = await textFor('Todos/Index', {
      a: new Date(0),
      head: '<meta name="x">',
    })

    assert.match(text, /<title>Application<\/title>\n<meta name="x">\n/)
    assert.match(text, /<\/script>\n<div id="app">1970-01-01T00:00:00\.000Z<\/div>\n<\/body>/)
  })

  it('has the title of the page in place of its own', async () => {
    const text = await textFor('Todos/Index', { a: 'a', head: '<title>Todos</title>' })

    assert.match(text, /<title>Todos<\/title>/)
    assert.doesNotMatch(text, /Application/)
  })

  it('is the document for the client, where rendering has failed or was not wanted', async () => {
    const broken = await textFor('Todos/Index', { isBroken: true })
    const other = await textFor('Todos/Create', { a: 'a' })

    assert.match(broken, /<title>Application<\/title>.*<div id="app"><\/div>/s)
    assert.match(other, /<title>Application<\/title>.*<div id="app"><\/div>/s)
  })

  it('is not made for a page client', () => {
    assert.ok(rendering.render(ask('/', inertia), page('Todos/Index', { a: 'a' })) instanceof Reply)
  })
})
