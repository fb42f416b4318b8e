import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { applyPlan, undoPlan } from './apply-plan.ts'
import { planLanguage } from './language-edits.ts'
import { openProject } from './project.ts'

const main = `import { application } from 'tenon'

await application({
  root: import.meta.dirname,
  routes: web,
}).run(process.argv.slice(2))
`
const languages = "export const languages = ['en', 'de'] as const\n"
const words = `import { message } from 'tenon/languages'

// A comment with message({ in it.
export const close = message({ en: 'Close', de: 'Zu' })

export const welcome = message({
  en: 'It\\'s you, {name}', // the name of the user
  de: "Du bist's, {name}"
})

export const long = message({
  en:
    'One, ' +
    'two',
  de: 'Eins, zwei',
})

export const there = message({ en: 'x', de: 'x', 'pt-BR': 'x' })
`

describe('planLanguage()', () => {
  it('lists the language and copies each text, marked as not translated', () => {
    using app = applicationOf({ 'app/languages.ts': languages, 'resources/words.ts': words })

    applyPlan(planLanguage('pt-br', app.project), app.project, () => {})

    assert.equal(
      app.read('app/languages.ts'),
      "export const languages = ['en', 'de', 'pt-BR'] as const\n",
    )
    assert.equal(
      app.read('resources/words.ts'),
      `import { message } from 'tenon/languages'

// A comment with message({ in it.
export const close = message({
  en: 'Close',
  de: 'Zu',
  'pt-BR': 'Close', // untranslated
})

export const welcome = message({
  en: 'It\\'s you, {name}', // the name of the user
  de: "Du bist's, {name}",
  'pt-BR': 'It\\'s you, {name}', // untranslated
})

export const long = message({
  en:
    'One, ' +
    'two',
  de: 'Eins, zwei',
  'pt-BR': 'One, ' +
    'two', // untranslated
})

export const there = message({ en: 'x', de: 'x', 'pt-BR': 'x' })
`,
    )
  })

  it('changes nothing the second time', () => {
    using app = applicationOf({ 'app/languages.ts': languages, 'resources/words.ts': words })
    applyPlan(planLanguage('fr', app.project), app.project, () => {})
    const once = app.read('resources/words.ts')

    applyPlan(planLanguage('fr', app.project), app.project, () => {})

    assert.equal(app.read('resources/words.ts'), once)
    assert.equal(
      app.read('app/languages.ts'),
      "export const languages = ['en', 'de', 'fr'] as const\n",
    )
  })

  it('makes an application with one language one with two', () => {
    using app = applicationOf({ 'main.ts': main })

    applyPlan(planLanguage('de', app.project), app.project, () => {})

    assert.match(app.read('app/languages.ts'), /languages = \['en', 'de'\] as const/)
    assert.match(
      app.read('main.ts'),
      /import \{ languages \} from '.\/app\/languages.ts'\n[^]*\n {2}languages,\n/,
    )
  })

  it('says that pages which exist have no messages, unless there are none', () => {
    using api = applicationOf({ 'main.ts': main })
    const manifest = '{ "dependencies": { "@inertiajs/vue3": "" } }'
    const page = '<template>Posts</template>\n'
    using app = applicationOf({
      'main.ts': main,
      'package.json': manifest,
      'resources/pages/Posts.vue': page,
    })

    const ofApi = planLanguage('de', api.project).notes
    const first = planLanguage('de', app.project)
    applyPlan(first, app.project, () => {})
    const second = planLanguage('fr', app.project).notes

    assert.deepEqual(ofApi, [])
    assert.match(first.notes?.join() ?? '', /^The texts of pages that exist are not in messages/)
    assert.equal(second, undefined)
  })

  it('is taken back, except what is translated', () => {
    using app = applicationOf({ 'app/languages.ts': languages, 'resources/words.ts': words })
    applyPlan(planLanguage('fr', app.project), app.project, () => {})
    app.write(
      'resources/words.ts',
      app.read('resources/words.ts').replace("fr: 'Close', // untranslated", "fr: 'Fermer',"),
    )

    undoPlan(planLanguage('fr', app.project), app.project, () => {})

    assert.equal(app.read('app/languages.ts'), languages)
    assert.deepEqual(app.read('resources/words.ts').match(/fr: .*/g), ["fr: 'Fermer',"])
  })

  it('fills in what a kit says in the language, where nobody has changed its text', () => {
    const kit = `import { message } from 'tenon/languages'

export const cancel = message({ en: 'Cancel' })

export const logOut = message({ en: 'Leave' })
`
    using app = applicationOf({ 'app/languages.ts': languages, 'resources/words/accounts.ts': kit })

    applyPlan(planLanguage('ar', app.project), app.project, () => {})
    const made = app.read('resources/words/accounts.ts')
    undoPlan(planLanguage('ar', app.project), app.project, () => {})

    assert.deepEqual(made.match(/ar: .*/g), ["ar: 'إلغاء',", "ar: 'Leave', // untranslated"])
    assert.doesNotMatch(app.read('resources/words/accounts.ts'), /ar:/)
  })

  it('fills in what a kit says in other files too, where name and text are the same', () => {
    const posts = `import { message } from 'tenon/languages'

export const cancel = message({ en: 'Cancel' })

export const newPost = message({ en: 'New post' })
`
    using app = applicationOf({ 'app/languages.ts': languages, 'resources/words/posts.ts': posts })

    applyPlan(planLanguage('de', app.project), app.project, () => {})
    const made = app.read('resources/words/posts.ts')
    undoPlan(planLanguage('de', app.project), app.project, () => {})

    assert.deepEqual(made.match(/de: .*/g), ["de: 'Abbrechen',", "de: 'New post', // untranslated"])
    assert.doesNotMatch(app.read('resources/words/posts.ts'), /de:/)
  })

  it('fills in what the first page of a new application with accounts says', () => {
    const home = `import { message } from 'tenon/languages'

export const openSettings = message({ en: 'Open settings' })
`
    using app = applicationOf({ 'app/languages.ts': languages, 'resources/words/home.ts': home })

    applyPlan(planLanguage('de', app.project), app.project, () => {})

    assert.match(app.read('resources/words/home.ts'), /de: 'Einstellungen öffnen',/)
  })

  it('refuses the default language, which every message has a text in', () => {
    using listed = applicationOf({ 'app/languages.ts': languages, 'resources/words.ts': words })
    using unlisted = applicationOf({ 'main.ts': main })
    const message = /^"en" is the default language, .* first put another language before it/

    for (const [name, { project }] of Object.entries({ listed, unlisted })) {
      const refusal = { code: 'E_MAKE_LANGUAGE', message }
      assert.throws(() => planLanguage('en', project), refusal, name)
    }
  })

  it('removes the text of a language, and not the line that it stands in', () => {
    using app = applicationOf({
      'app/languages.ts': languages,
      'resources/words/accounts.ts': `import { message } from 'tenon/languages'

export const cancel = message({ de: 'Abbrechen', en: 'Cancel' })
export const close = message({ de: 'x' }) // untranslated
export const remove = message({ en: 'Remove', de: 'Remove', /* one */ }) // untranslated
`,
    })

    undoPlan(planLanguage('de', app.project), app.project, () => {})

    assert.equal(
      app.read('resources/words/accounts.ts'),
      `import { message } from 'tenon/languages'

export const cancel = message({ en: 'Cancel' })
export const close = message({ de: 'x' }) // untranslated
export const remove = message({ en: 'Remove', /* one */ }) // untranslated
`,
    )
  })

  it('refuses what is not a language', () => {
    using app = applicationOf({})

    assert.throws(() => planLanguage('german!', app.project), { code: 'E_MAKE_LANGUAGE' })
  })
})

function applicationOf(files: Readonly<Record<string, string>>) {
  const place = mkdtempDisposableSync(join(tmpdir(), 'tenon-language-'))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(place.path, path)), { recursive: true })
    writeFileSync(join(place.path, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  return {
    project: openProject(place.path),
    read: (path: string) => readFileSync(join(place.path, path), 'utf8'),
    write,
    [Symbol.dispose]: () => place.remove(),
  }
}
