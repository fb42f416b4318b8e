import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { application, back, get, group, localized, page, post, route, routes, text } from 'tenon'
import { inLanguage, localizedAddresses, setLanguage, setTimeZone } from 'tenon/languages/server'
import { formatDate, language, message } from 'tenon/languages'
import { testApp } from 'tenon/testing'

const hello = message({ en: 'Hello {name}', de: 'Hallo {name}', 'pt-BR': 'Olá {name}' })
const midnight = new Date('2026-11-23T23:30:00Z')
const say = () => text(`${language()}: ${hello({ name: 'Ada' })}`)

const web = routes([
  get('/hello', say).name('hello'),
  get('/plain', () => text('No words')),
  get('/stored', () => {
    setLanguage('de')
    return say()
  }),
  get('/stored-page', () => {
    setLanguage('de')
    setTimeZone('Asia/Tokyo')
    return page('Greeting')
  }),
  get('/today', () => text(formatDate(midnight))),
  get('/stored-today', () => {
    setTimeZone('nonsense')
    setTimeZone('Europe/Berlin')
    return text(formatDate(midnight))
  }),
  get('/mail', () => text(inLanguage('pt-BR', () => hello({ name: 'Ada' })))),
  post('/language', () => back().cookie('language', 'de')),
  localized([
    get('/', say).name('home'),
    group('/admin', [
      get('/todos/{todo}', (request) =>
        text(`${language()} ${request.param('todo')} ${route('todos.show', { todo: 7 })}`),
      ).name('todos.show'),
    ]),
    get('/chosen', () => {
      setLanguage('de')
      return say()
    }).name('chosen'),
    get('/page', () => page('Greeting')).name('page'),
    get('/localized-today', () => text(formatDate(midnight))).name('localized-today'),
    get('/addresses', (request) => localizedAddresses(request)),
    post('/slow', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return say()
    }),
  ]),
])

const spoken = application({
  root: import.meta.dirname,
  routes: web,
  languages: ['en', 'de', 'pt-BR'],
  document: { title: 'Test' },
})

describe('the language of a request', () => {
  it('is the default one if nothing says another', async () => {
    await using app = await testApp({ application: spoken })

    const answer = await app.get('/hello')

    assert.equal(answer.text, 'en: Hello Ada')
    assert.equal(answer.headers.get('content-language'), 'en')
    assert.equal(answer.headers.get('vary'), 'Accept-Language, Cookie')
  })

  it('is what Accept-Language asks for, unless a cookie has it', async () => {
    await using app = await testApp({ application: spoken })
    const headers = { 'accept-language': 'fr;q=0.9, pt;q=0.8, de;q=0.1' }

    assert.equal((await app.get('/hello', { headers })).text, 'pt-BR: Olá Ada')
    await app.post('/language')
    assert.equal((await app.get('/hello', { headers })).text, 'de: Hallo Ada')
  })

  it('is none that stands at the end of thousands in Accept-Language', async () => {
    await using app = await testApp({ application: spoken })
    const others = 'fr;q=0.1,'.repeat(1500)
    const said = async (header: string) =>
      (await app.get('/hello', { headers: { 'accept-language': header } })).text

    assert.equal(await said(`${others}de`), 'en: Hello Ada')
    assert.equal(await said(`de,${others}`), 'de: Hallo Ada')
  })

  it('is what the application says of its user', async () => {
    await using app = await testApp({ application: spoken })
    const headers = { 'accept-language': 'pt' }

    assert.equal((await app.get('/stored', { headers })).text, 'de: Hallo Ada')
  })

  it('is the default one for nonsense', async () => {
    await using app = await testApp({ application: spoken })

    for (const headers of [
      { cookie: 'language=%00' },
      { cookie: 'language=DE' },
      { cookie: 'language=__proto__' },
      { 'accept-language': 'constructor' },
      { 'accept-language': 'a-b-c;q=;,,' },
    ]) {
      const answer = await app.get('/hello', { headers })
      assert.deepEqual([headers, answer.status, answer.text], [headers, 200, 'en: Hello Ada'])
    }
  })

  it('is another one inside inLanguage()', async () => {
    await using app = await testApp({ application: spoken })

    assert.equal((await app.get('/mail')).text, 'Olá Ada')
  })

  it('is not mentioned by an answer without words', async () => {
    await using app = await testApp({ application: spoken })

    const { headers } = await app.get('/plain')

    assert.equal(headers.get('content-language'), undefined)
    assert.equal(headers.get('vary'), undefined)
  })

  it('is never that of another request', async () => {
    await using app = await testApp({ application: spoken })
    const expected = { en: 'en: Hello Ada', de: 'de: Hallo Ada', 'pt-BR': 'pt-BR: Olá Ada' }
    const paths = { en: '/slow', de: '/de/slow', 'pt-BR': '/pt-BR/slow' }
    const names = ['en', 'de', 'pt-BR'] as const

    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, i) => {
        const name = names[i % 3] ?? 'en'
        return (await app.post(paths[name])).text === expected[name]
      }),
    )

    assert.ok(answers.every((isRight) => isRight))
  })
})

describe('a localized route', () => {
  it('has an address for each language, which alone decides', async () => {
    await using app = await testApp({ application: spoken })
    const headers = { 'accept-language': 'pt', cookie: 'language=de' }

    const german = await app.get('/de', { headers })

    assert.equal((await app.get('/', { headers })).text, 'en: Hello Ada')
    assert.equal(german.text, 'de: Hallo Ada')
    assert.equal(german.headers.get('content-language'), 'de')
    assert.equal(german.headers.get('vary'), undefined)
    assert.equal((await app.get('/pt-BR/chosen')).text, 'pt-BR: Olá Ada')
  })

  it('keeps its parameters, and route() stays in the language', async () => {
    await using app = await testApp({ application: spoken })

    assert.equal((await app.get('/admin/todos/1')).text, 'en 1 /admin/todos/7')
    assert.equal((await app.get('/de/admin/todos/1')).text, 'de 1 /de/admin/todos/7')
    assert.equal(route('home'), '/')
    assert.equal(
      inLanguage('de', () => route('home')),
      '/de',
    )
    assert.equal(
      inLanguage('de', () => route('hello')),
      '/hello',
    )
  })

  it('is reached with one redirect from a prefix in capitals or of the default language', async () => {
    await using app = await testApp({ application: spoken })
    const follow = async (path: string) => {
      const { status, headers } = await app.get(path)
      return [status, headers.get('location')]
    }

    assert.deepEqual(await follow('/DE/admin/todos/1?a=%2F'), [308, '/de/admin/todos/1?a=%2F'])
    assert.deepEqual(await follow('/pt-br'), [308, '/pt-BR'])
    assert.deepEqual(await follow('/en/admin/todos/1'), [308, '/admin/todos/1'])
    assert.deepEqual(await follow('/en'), [308, '/'])
    assert.deepEqual(await follow('/EN//evil.example'), [308, '/evil.example'])
    assert.deepEqual(await follow('/de/missing'), [404, undefined])
  })

  it('tells its addresses, for links that switch the language', async () => {
    await using app = await testApp({ application: spoken })

    assert.deepEqual((await app.get('/de/addresses?page=2')).json(), {
      en: '/addresses?page=2',
      de: '/de/addresses?page=2',
      'pt-BR': '/pt-BR/addresses?page=2',
    })
  })

  it('names the same page in other languages in its document', async () => {
    await using app = await testApp({ application: spoken })

    const document = (await app.get('/de/page?x="><script>')).text

    assert.match(document, /<html lang="de" dir="ltr" data-time-zone="">/)
    assert.match(document, /<link rel="canonical" href="http:\/\/[^"]*\/de\/page\?x=/)
    assert.match(
      document,
      /<link rel="alternate" hreflang="pt-BR" href="http:\/\/[^"]*\/pt-BR\/page/,
    )
    assert.match(document, /<link rel="alternate" hreflang="x-default" href="http:\/\/[^"]*\/page/)
    assert.doesNotMatch(document, /\?x="><script>/)
    assert.match(document, /"page":"\/\{@en\}\/page"/)
  })

  it('is loaded as a document by a page client that shows another language', async () => {
    await using app = await testApp({ application: spoken })
    const visit = (path: string, version: string) =>
      app.get(path, { headers: { 'x-inertia': 'true', 'x-inertia-version': version } })

    const version = String((await app.get('/page')).page()['version'])
    const other = await visit('/de/page', version)

    assert.equal((await visit('/page', version)).status, 200)
    assert.equal(other.status, 409)
    assert.equal(other.headers.get('x-inertia-location'), '/de/page')
  })
})

describe('a page in the language that its user has stored', () => {
  const visit = { 'x-inertia': 'true' }

  it('is the same for the next visit, whose request says another language', async () => {
    await using app = await testApp({ application: spoken })

    const { version } = (await app.get('/stored-page', { headers: visit })).page()
    const headers = { ...visit, 'x-inertia-version': String(version) }
    const again = await app.get('/stored-page', { headers })

    assert.equal(again.status, 200)
    assert.equal(again.page()['language'], 'de')
  })

  it('is loaded as a document by a client in another one, unless that follows by itself', async () => {
    await using app = await testApp({ application: spoken })
    const { version } = (await app.get('/page', { headers: visit })).page()
    const headers = { ...visit, 'x-inertia-version': String(version) }

    const loaded = await app.get('/stored-page', { headers })
    const followed = await app.get('/stored-page', {
      headers: { ...headers, 'x-follows-language': 'true' },
    })

    assert.equal(loaded.status, 409)
    assert.equal(loaded.headers.get('x-inertia-location'), '/stored-page')
    assert.equal(followed.page()['language'], 'de')
  })
})

describe('the time zone of a request', () => {
  const tokyo = { headers: { cookie: 'time_zone=Asia/Tokyo' } }

  it('is what the user has stored, else what the browser has left in a cookie', async () => {
    await using app = await testApp({ application: spoken })

    assert.equal((await app.get('/today')).text, 'Nov 23, 2026')
    assert.equal((await app.get('/today', tokyo)).text, 'Nov 24, 2026')
    assert.equal((await app.get('/stored-today', tokyo)).text, 'Nov 24, 2026')
    for (const nonsense of ['Mars/Base', '%00', '__proto__', 'x'.repeat(3000)]) {
      const headers = { cookie: `time_zone=${nonsense}` }
      assert.equal((await app.get('/today', { headers })).text, 'Nov 23, 2026', nonsense)
    }
  })

  it('is UTC below a localized path, whose answers caches keep', async () => {
    await using app = await testApp({ application: spoken })

    const answer = await app.get('/localized-today', tokyo)

    assert.deepEqual([answer.text, answer.headers.get('vary')], ['Nov 23, 2026', undefined])
    assert.equal((await app.get('/today', tokyo)).headers.get('vary'), 'Accept-Language, Cookie')
  })

  it('is in the document if the user has stored one: a browser knows its own', async () => {
    await using app = await testApp({ application: spoken })

    assert.match((await app.get('/stored-page')).text, /<html [^>]*data-time-zone="Asia\/Tokyo">/)
    assert.match((await app.get('/page', tokyo)).text, /<html [^>]*data-time-zone="">/)
  })
})

describe('a route beside localized ones', () => {
  it('keeps a path that looks like a language', async () => {
    const beside = routes([get('/EN', () => 'an article'), localized([get('/', () => 'home')])])
    await using app = await testApp({
      application: application({
        root: import.meta.dirname,
        routes: beside,
        languages: ['en', 'de', 'pt-BR'],
      }),
    })

    assert.equal((await app.get('/EN')).text, 'an article')
  })

  it('cannot have the path of one', async () => {
    const beside = routes([get('/de', () => 'an article'), localized([get('/', () => 'home')])])

    await assert.rejects(
      testApp({
        application: application({
          root: import.meta.dirname,
          routes: beside,
          languages: ['en', 'de', 'pt-BR'],
        }),
      }),
      { code: 'E_ROUTE_TAKEN' },
    )
  })
})

describe('an application without languages', () => {
  it('has localized routes once, and says nothing of languages', async () => {
    await using app = await testApp({
      application: application({ root: import.meta.dirname, routes: web }),
    })

    const answer = await app.get('/page', { headers: { 'accept-language': 'de' } })

    assert.equal(answer.headers.get('content-language'), undefined)
    assert.match(answer.text, /<html lang="en">/)
    assert.equal((await app.get('/de/page')).status, 404)
    assert.equal((await app.get('/DE/page')).status, 404)
  })
})

describe('application({ languages })', () => {
  it('refuses anything but a list of language tags', async () => {
    for (const languages of [[], ['en', 'en'], ['english please'], ['pt-br']]) {
      const refused = application({
        root: import.meta.dirname,
        routes: web,
        // Sound: what the compiler refuses is the subject.
        languages: languages as unknown as ['en'],
      })
      const opened = testApp({ application: refused })
      await assert.rejects(opened, { code: 'E_LANGUAGES' }, String(languages))
    }
  })
})

describe('the language of tests', () => {
  const asked = { headers: { 'accept-language': 'en-XA' } }

  it('says each message in brackets and longer, and has the addresses of the default language', async () => {
    await using app = await testApp({ application: spoken })

    assert.equal((await app.get('/hello', asked)).text, `en-XA: ${longer('Hello Ada')}`)
    const localized = await app.get('/admin/todos/3', asked)
    assert.equal(localized.text, 'en-XA 3 /admin/todos/7')
  })

  it('has dates in brackets, because they are translated', async () => {
    await using app = await testApp({ application: spoken })

    assert.equal((await app.get('/today', asked)).text, longer('Nov 23, 2026'))
  })
})

function longer(text: string): string {
  return `⟦${text.replaceAll(/[aeiou]/gi, '$&\u0301$&')}⟧`
}
