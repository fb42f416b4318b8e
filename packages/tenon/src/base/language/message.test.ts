import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { direction } from './direction.ts'
import { language } from './current-language.ts'
import { message } from './message.ts'
import { inLanguage, registerLanguages, setLanguage, languageContexts } from './language-context.ts'
import { acceptLanguage } from './accept-language.ts'

const languages = ['en', 'de', 'ar']

const tickets = message({
  en: '{count, plural, one {# open ticket} other {# open tickets}} of {name}',
  de: '{count, plural, one {# offenes Ticket} other {# offene Tickets}} von {name}',
  ar: '{count, plural, zero {لا تذاكر} one {تذكرة} two {تذكرتان} few {# تذاكر} many {# تذكرة} other {# تذكرة}} — {name}',
})

describe('message()', () => {
  it('says its text in the current language, with plurals as the language has them', () => {
    using _registered = registered()

    assert.equal(tickets({ count: 1, name: 'Ada' }), '1 open ticket of Ada')
    assert.equal(
      inLanguage('de', () => tickets({ count: 1200, name: 'Ada' })),
      '1.200 offene Tickets von Ada',
    )
    assert.equal(
      inLanguage('ar', () => tickets({ count: 2, name: 'Ada' })),
      'تذكرتان — Ada',
    )
  })

  it('writes numbers and dates as the language does, and dates in UTC', () => {
    using _registered = registered()
    const due = message({
      en: '{amount, number, ::currency/EUR} until {day, date, long}, {share, number, percent}',
      de: '{amount, number, ::currency/EUR} bis {day, date, long}, {share, number, percent}',
    })
    const values = { amount: 12.5, day: new Date('2026-11-23T23:30:00Z'), share: 0.4 }

    assert.equal(due(values), '€12.50 until November 23, 2026, 40%')
    assert.equal(
      inLanguage('de', () => due(values)),
      '12,50\u00a0€ bis 23. November 2026, 40\u00a0%',
    )
  })

  it('speaks the default language where it has no text', () => {
    using _registered = registered()
    const onlyEnglish = message({ en: 'Close' })

    assert.equal(
      inLanguage('ar', () => onlyEnglish()),
      'Close',
    )
  })

  it('takes its first language where there is no application', () => {
    assert.equal(message({ de: 'Zu', en: 'Close' })(), 'Zu')
  })

  it('refuses a text with wrong syntax, with tags, or with an unknown style', () => {
    const refusal = (text: string) => ({ code: 'E_MESSAGE_TEXT', message: new RegExp(text) })

    assert.throws(() => message({ en: 'Hello {name' }), refusal('expect argument closing brace'))
    assert.throws(() => message({ en: 'a <b>word</b>' }), refusal('has the tag <b>'))
    assert.throws(() => message({ en: '{n, number, odd}' }), refusal('no style "odd"'))
    assert.throws(() => message({ en: '{n, number, constructor}' }), refusal('no style "con'))
  })

  it('takes the other branch for a value that every object has a member of', () => {
    const role = message({ en: '{role, select, admin {Admin} other {Guest}}' })

    const said = ['admin', 'constructor', 'toString', '__proto__'].map((each) =>
      role({ role: each }),
    )

    assert.deepEqual(said, ['Admin', 'Guest', 'Guest', 'Guest'])
  })

  it('inserts values as they are, whatever they contain', () => {
    const hello = message({ en: "It''s {name}" })

    assert.equal(hello({ name: '{count, plural} <b>' }), "It's {count, plural} <b>")
  })
})

describe('inLanguage()', () => {
  it('keeps the language over everything that is awaited, apart from other calls', async () => {
    using _registered = registered()
    const said = await Promise.all(
      Array.from({ length: 1000 }, (_, i) => languages[i % 3] ?? 'en').map((wanted) =>
        inLanguage(wanted, async () => {
          await new Promise((resolve) => setImmediate(resolve))
          return wanted === language()
        }),
      ),
    )

    assert.ok(said.every((isRight) => isRight))
  })

  it('takes the default language for one that the application does not have', () => {
    using _registered = registered()

    assert.equal(inLanguage('xx', language), 'en')
    assert.equal(inLanguage(null, language), 'en')
  })

  it('cannot be changed by setLanguage(), which is for requests', () => {
    using _registered = registered()

    inLanguage('de', () => {
      setLanguage('ar')
      assert.equal(language(), 'de')
    })
  })
})

describe('acceptLanguage()', () => {
  it('knows languages that browsers call by another code', () => {
    const found = [
      acceptLanguage('nb-NO', ['en', 'no']),
      acceptLanguage('no', ['en', 'nb']),
      acceptLanguage('iw-IL', ['en', 'he']),
      acceptLanguage('in', ['en', 'id']),
      acceptLanguage('nb', ['no', 'nb']),
    ]

    assert.deepEqual(found, ['no', 'nb', 'he', 'id', 'nb'])
  })

  it('takes the best of what is offered', () => {
    assert.equal(acceptLanguage('fr, de-AT;q=0.8, en;q=0.5', languages), 'de')
    assert.equal(acceptLanguage('pt', ['en', 'pt-BR']), 'pt-BR')
    assert.equal(acceptLanguage('EN-us', languages), 'en')
    assert.equal(acceptLanguage('*', languages), 'en')
  })

  it('takes none for * that the visitor refuses', () => {
    const taken = ['en;q=0, *', '*, EN;q=0', 'en;q=0, de;q=0, *;q=0.1', 'fr, *;q=0'].map((header) =>
      acceptLanguage(header, languages),
    )

    assert.deepEqual(taken, ['de', 'de', 'ar', undefined])
    assert.equal(acceptLanguage('pt;q=0, *', ['pt-BR', 'fr']), 'fr')
  })

  it('takes one in a script that the visitor reads', () => {
    const taken = [
      ['zh-CN', 'zh-Hant', 'zh-Hans'],
      ['zh-TW', 'zh-Hans', 'zh-Hant'],
      ['zh-HK', 'zh', 'zh-TW'],
      ['zh', 'zh-Hant', 'zh-Hans'],
      ['sr', 'sr-Latn', 'sr-Cyrl'],
      ['sr-Latn-RS', 'sr', 'sr-Latn'],
      ['zh-TW', 'zh-Hans'],
      ['pt-PT', 'pt-BR', 'pt'],
      ['de-a', 'de-AT', 'de'],
    ].map(([header = '', ...offered]) => `${header} ${acceptLanguage(header, ['en', ...offered])}`)

    assert.deepEqual(taken, [
      'zh-CN zh-Hans',
      'zh-TW zh-Hant',
      'zh-HK zh-TW',
      'zh zh-Hans',
      'sr sr-Cyrl',
      'sr-Latn-RS sr-Latn',
      'zh-TW zh-Hans',
      'pt-PT pt',
      'de-a de',
    ])
  })

  it('knows no language in nonsense', () => {
    for (const header of ['', ';;;', 'q=1', '\u0000', 'xx-'.repeat(10_000), ','.repeat(10_000)]) {
      assert.equal(acceptLanguage(header, languages), undefined, header)
    }
  })
})

describe('direction()', () => {
  it('is that of the script in which the language is written', () => {
    assert.equal(direction('ar'), 'rtl')
    assert.equal(direction('he-IL'), 'rtl')
    assert.equal(direction('az-Arab'), 'rtl')
    assert.equal(direction('pt-BR'), 'ltr')
  })
})

function registered(): Disposable {
  const undo = registerLanguages({ languages })
  assert.ok(languageContexts.get())
  return { [Symbol.dispose]: undo }
}
