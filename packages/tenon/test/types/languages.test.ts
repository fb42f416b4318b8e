import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applicationOptions, compileProject, toSettings } from '../support/compile-project.ts'

const registered = `export const languages = ['en', 'de', 'ar'] as const
declare module 'tenon' {
  interface Register {
    languages: typeof languages
  }
}
`
const settings = toSettings(applicationOptions)

describe('the types of messages', { timeout: 480_000 }, () => {
  it('know the arguments of each, and accept what is right', () => {
    const errors = compileProject({
      'tsconfig.json': settings,
      'languages.ts': registered,
      'right.ts': `import { application, routes } from 'tenon'
import { inLanguage } from 'tenon/languages/server'
        import { language, message, type Language } from 'tenon/languages'
        import { languages } from './languages.ts'
        application({ root: '', routes: routes([]), languages })
        const plain = message({ en: 'Close', de: 'Zu', ar: 'أغلق' })
        const full = message({
          en: '{count, plural, one {# ticket of {name}} other {# tickets of {name}}} since {day, date, long}',
          de: '{count, plural, other {# Tickets von {name}}} seit {day, date, long}',
          ar: '{name}',
        })
        const chosen = message({ en: '{who, select, me {I} other {They}}', de: '{who}', ar: '{who}' })
        const now: Language = language()
        plain() + full({ count: 1, name: 'Ada', day: new Date() }) + chosen({ who: 'me' }) + now
        inLanguage('de', () => plain())
        inLanguage(null, () => plain())`,
    })

    assert.equal(errors, '')
  })

  it('refuse each mistake with a sentence', () => {
    const errors = compileProject({
      'tsconfig.json': settings,
      'languages.ts': registered,
      'wrong.ts': `import { application, routes } from 'tenon'
import { inLanguage } from 'tenon/languages/server'
        import { message } from 'tenon/languages'
        const named = message({ en: 'Hello {name}', de: 'Hallo {name}', ar: '{name}' })
        const counted = message({ en: '{n, number}', de: '{n}', ar: '{n}' })
        named()
        named({ nam: 'Ada' })
        counted({ n: 'one' })
        message({ en: 'Close', de: 'Zu' })
        message({ en: 'Close', de: 'Zu', ar: 'x', fr: 'Fermer' })
        message({ en: 'Hello {name}', de: 'Hallo {nam}', ar: '{name}' })
        inLanguage(5, () => 1)
        application({ root: '', routes: routes([]), languages: ['en', 'ar', 'de'] })`,
    })

    const wrong = errors.split('\n').filter((line) => line.startsWith('wrong.ts'))
    const lines = wrong.map((line) => Number(/\((\d+)/.exec(line)?.[1]))
    assert.deepEqual([...new Set(lines)], [6, 7, 8, 9, 10, 11, 12, 13], errors)
    assert.match(errors, /Property 'ar' is missing/)
    assert.match(errors, /The text of the default language has no argument \{nam\}/)
  })

  it('cost little: 2,000 messages in three languages', () => {
    const messages = Array.from({ length: 2000 }, (_, i) => toMessage(i))
    const measure = (count: number): number => {
      const output = compileProject(
        {
          'tsconfig.json': settings,
          'languages.ts': registered,
          'words.ts': `export type { Route } from 'tenon'\nimport { message } from 'tenon/languages'\n${messages.slice(0, count).join('\n')}`,
        },
        'TypeScript 7',
        ['-p', '.', '--extendedDiagnostics'],
      )
      assert.doesNotMatch(output, /error TS/, output)
      return Number(/Instantiations:\s+(\d+)/.exec(output)?.[1])
    }

    const cost = measure(2000) - measure(1)

    assert.ok(cost > 0 && cost < 300_000, `${cost} instantiations`)
  })
})

const texts = [
  '{count, plural, one {# open ticket} other {# open tickets}}',
  'Assigned to {name} on {day, date, long}',
  '{state, select, open {Open} closed {Closed} other {Unknown}} for {days, number} days',
  'Hello {name}, you have a new ticket',
]

/** Four of ten messages have arguments. */
function toMessage(i: number): string {
  const text = JSON.stringify(texts[i % 10] ?? `Some words that a page says ${i}`)
  return `export const m${i} = message({ en: ${text}, de: ${text}, ar: ${text} })`
}
