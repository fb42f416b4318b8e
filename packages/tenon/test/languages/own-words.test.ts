import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { application, body, get, handler, json, localized, page, post, routes } from 'tenon'
import { inLanguage } from 'tenon/languages/server'
import { NotFound, TooManyRequests } from 'tenon/errors'
import { job } from 'tenon/jobs'
import { language, message } from 'tenon/languages'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { ar, de } from 'zod/locales'
import { german } from '../../src/base/language/words/german.ts'

const named = message({ en: 'What is it called?', de: 'Wie heißt es?' })
const form = body(
  z.object({
    title: z.string().min(3),
    name: z.string({ error: () => named() }),
    slow: z.string().refine(async () => true),
  }),
)
const said: string[] = []
const note = job('note', z.object({ text: z.string() })).run(() => void said.push(language()))

const web = routes([
  localized([
    post(
      '/form',
      handler({ form }).run(() => json({})),
    ),
    get('/own', () => {
      throw new NotFound('There is no such ticket')
    }),
    get('/busy', () => {
      throw new TooManyRequests(3)
    }),
    get('/broken', () => {
      throw new Error('secret')
    }),
    post('/note', async () => {
      await note.dispatch({ text: 'in the language of the request' })
      await inLanguage('ar', () => note.dispatchAll([{ text: 'in another' }]))
      return json({})
    }),
  ]),
])

const spoken = application({
  root: import.meta.dirname,
  routes: web,
  jobs: [note],
  languages: ['en', 'de', 'ar', 'fr', 'es', 'pt-BR', 'ja'],
  schemaLanguages: { de: de(), ar: ar() },
  words: { de: { 'Too Many Requests': 'Langsamer, bitte' } },
})

describe('what Tenon itself says', () => {
  it('addresses nobody in German, where an application may say "du" or "Sie"', () => {
    const addresses = Object.values(german).filter((text) =>
      /\b(?:Sie|Ihnen|Ihre?|du|dich|dir|deine?)\b/.test(text),
    )

    assert.deepEqual(addresses, [])
  })

  it('is said in each of its seven languages', async () => {
    await using app = await testApp({ application: spoken })
    const visitor = app.as('json')
    const say = async (prefix: string) => (await visitor.get(`${prefix}/broken`)).json()

    const messages = await Promise.all(
      ['', '/de', '/ar', '/fr', '/es', '/pt-BR', '/ja'].map(async (prefix) => {
        const { message: text } = Object(await say(prefix))
        return text
      }),
    )

    assert.deepEqual(messages, [
      'Internal Server Error',
      'Interner Serverfehler',
      'خطأ داخلي في الخادم',
      'Erreur interne du serveur',
      'Error interno del servidor',
      'Erro interno do servidor',
      'サーバー内部エラー',
    ])
  })

  it('can be replaced by the application', async () => {
    await using app = await testApp({ application: spoken })

    const answer = await app.as('json').get('/de/busy')

    assert.equal(answer.status, 429)
    assert.equal(Object(answer.json()).message, 'Langsamer, bitte')
  })

  it('leaves the words of the application alone', async () => {
    await using app = await testApp({ application: spoken })

    const { message: text } = Object((await app.as('json').get('/de/own')).json())

    assert.equal(text, 'There is no such ticket')
  })

  it('stands in a document with language and direction', async () => {
    await using app = await testApp({ application: spoken })

    const { text } = await app.get('/ar/busy')

    assert.match(text, /<html lang="ar" dir="rtl">/)
    assert.match(text, /<h1>طلبات كثيرة جدًا<\/h1>/)
    assert.match(text, />الذهاب إلى الصفحة الرئيسية<\/a>/)
  })

  it('is said of a missing page below a language', async () => {
    await using app = await testApp({ application: spoken })

    assert.equal((await app.get('/de/missing')).text, '404 Nicht gefunden')
    assert.equal((await app.get('/missing')).text, '404 Not Found')
  })
})

describe('what the page client says', () => {
  const toWords = (text: string): unknown =>
    JSON.parse(
      /<script data-words type="application\/json">(.*?)<\/script>/.exec(text)?.[1] ?? 'null',
    )

  const multilingual = () =>
    testApp({
      application: application({
        root: import.meta.dirname,
        routes: routes([get('/', () => page('Home'))]),
        languages: ['en', 'de', 'ja', 'nl'],
        words: { de: { Close: 'Zu </script>' } },
      }),
    })

  it('comes with a document in its language, as the application has it', async () => {
    await using app = await multilingual()
    const visitIn = async (language: string) =>
      (await app.get('/', { headers: { 'accept-language': language } })).text

    const { de, ...others } = Object(toWords(await visitIn('de')))

    assert.deepEqual(others, {})
    assert.equal(de['Close'], 'Zu </script>')
    assert.equal(de['Reload the page'], 'Seite neu laden')
    const { ja } = Object(toWords(await visitIn('ja')))
    assert.deepEqual(Object.keys(ja), Object.keys(de))
    assert.equal(ja['Error {status}'], 'エラー {status}')
    for (const language of ['en', 'nl']) {
      assert.doesNotMatch(await visitIn(language), /data-words/)
    }
  })

  it('comes with a page for a document in another language, and only then', async () => {
    await using app = await multilingual()
    const visit = { 'x-inertia': 'true', 'x-follows-language': 'true' }
    const version = String((await app.get('/', { headers: visit })).page()['version'])
    const wordsFor = async (shown: string, language: string): Promise<unknown> => {
      const held = version.replace(/[^.]*$/, shown)
      const headers = { ...visit, 'accept-language': language, 'x-inertia-version': held }
      return (await app.get('/', { headers })).page()['words']
    }

    assert.equal(Object(await wordsFor('en', 'de')).de['Close'], 'Zu </script>')
    assert.equal(await wordsFor('de', 'de'), undefined)
    assert.equal(await wordsFor('de', 'en'), undefined)
  })

  it('takes no place in an application without languages', async () => {
    await using app = await testApp({
      application: application({
        root: import.meta.dirname,
        routes: routes([get('/', () => page('Home'))]),
      }),
    })

    assert.doesNotMatch((await app.get('/')).text, /data-words/)
  })
})

describe('messages of a schema', () => {
  it("are zod's own in the language of the request, and those of the schema before", async () => {
    await using app = await testApp({ application: spoken })
    const visitor = app.as('json')
    const send = async (path: string) => {
      const { errors } = Object((await visitor.post(path, { title: 'a' })).json())
      return [errors.title, errors.name]
    }

    const all = await Promise.all([send('/de/form'), send('/ar/form'), send('/form')])

    assert.match(all[0][0], /Zu klein: erwartet, dass string >=3/)
    assert.equal(all[0][1], 'Wie heißt es?')
    assert.match(all[1][0], /أصغر من اللازم/)
    assert.match(all[2][0], /Too small/)
    assert.equal(all[2][1], 'What is it called?')
  })

  it('are in brackets in the language of tests, ours and those of zod', async () => {
    await using app = await testApp({ application: spoken })
    const visitor = app.as('json')
    const headers = { 'accept-language': 'en-XA' }

    const sent = await visitor.send('POST', '/form', { body: { title: 'a' }, headers })
    const { errors } = Object(sent.json())
    const { message: text } = Object((await visitor.get('/broken', { headers })).json())

    assert.match(errors.title, /^⟦To\u0301oo\u0301o sma\u0301all/)
    assert.match(errors.name, /^⟦Wha\u0301at i\u0301is/)
    assert.match(text, /^⟦I\u0301Inte\u0301erna\u0301al/)
  })

  it('are not asked for by an answer to valid input', async () => {
    await using app = await testApp({ application: spoken })

    const answer = await app.as('json').post('/de/form', { title: 'abc', name: 'a', slow: 'b' })

    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-language'), undefined)
  })
})

describe('a job', () => {
  it('runs in the language in which it was dispatched', async () => {
    await using app = await testApp({ application: spoken })
    said.length = 0

    await app.post('/de/note')
    await note.dispatch({ text: 'outside of a request' })
    await app.runJobs()

    assert.deepEqual(said.toSorted(), ['ar', 'de', 'en'])
  })
})
