import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { applyPlan } from '../apply-plan.ts'
import { planLanguage } from '../language-edits.ts'
import { openProject } from '../project.ts'

const workspace = join(import.meta.dirname, '../../../../../..')
const templates = join(workspace, 'packages/create-tenon/templates')
const main = 'await application({\n  routes: web,\n})\n'

describe('tenon make language in an application whose layout has texts', () => {
  it('moves the texts of React into messages', () => {
    using app = applicationOf(join(workspace, 'examples/todo/resources'), [
      'components/Layout.tsx',
      'pages/Error.tsx',
    ])

    app.makeLanguage('de')

    assert.equal(app.read('resources/words/layout.ts'), german)
    const layout = app.read('resources/components/Layout.tsx')
    assert.match(layout, /^import \{ mainMenu \} from '\.\.\/words\/layout\.ts'$/m)
    assert.match(layout, /<nav aria-label=\{mainMenu\(\)\}>/)
    const error = app.read('resources/pages/Error.tsx')
    assert.match(error, /^import \{ backToList \} from '\.\.\/words\/layout\.ts'$/m)
    assert.match(error, /^ +\{backToList\(\)\}$/m)
  })

  it('moves the texts of Vue into messages', () => {
    using app = applicationOf(join(templates, 'vue/resources'), [
      'components/AppLayout.vue',
      'pages/Error.vue',
    ])

    app.makeLanguage('de')

    assert.equal(app.read('resources/words/layout.ts'), german)
    const layout = app.read('resources/components/AppLayout.vue')
    assert.match(layout, /^import \{ mainMenu \} from '\.\.\/words\/layout\.ts'$/m)
    assert.match(layout, /<nav v-if="navigation\.length > 0" :aria-label="mainMenu\(\)">/)
    const error = app.read('resources/pages/Error.vue')
    assert.match(error, /^import \{ backToList \} from '\.\.\/words\/layout\.ts'$/m)
    assert.match(error, /class="button">\{\{ backToList\(\) \}\}<\/Link>/)
  })

  it('moves the texts of Svelte into messages', () => {
    using app = applicationOf(join(templates, 'svelte/resources'), [
      'components/Layout.svelte',
      'pages/Error.svelte',
    ])

    app.makeLanguage('de')

    assert.equal(app.read('resources/words/layout.ts'), german)
    const layout = app.read('resources/components/Layout.svelte')
    assert.match(layout, /^ {2}import \{ mainMenu \} from '\.\.\/words\/layout\.ts'$/m)
    assert.match(layout, /<nav aria-label=\{mainMenu\(\)\}>/)
    const error = app.read('resources/pages/Error.svelte')
    assert.match(error, /^ {2}import \{ backToList \} from '\.\.\/words\/layout\.ts'$/m)
    assert.match(error, /use:inertia>\{backToList\(\)\}<\/a>/)
  })

  it('also does so if the application lists languages, with a text in each of them', () => {
    using app = applicationOf(join(workspace, 'examples/todo/resources'), ['components/Layout.tsx'])
    app.write('app/languages.ts', "export const languages = ['en', 'ar'] as const\n")

    app.makeLanguage('fr')

    assert.deepEqual(app.read('resources/words/layout.ts').match(/^ {2}.*$/gm), [
      "  en: 'Main menu',",
      "  ar: 'القائمة الرئيسية',",
      "  fr: 'Main menu', // untranslated",
    ])
  })

  it('leaves the texts of an application whose default language is another one', () => {
    using app = applicationOf(join(workspace, 'examples/todo/resources'), ['components/Layout.tsx'])
    app.write('app/languages.ts', "export const languages = ['de'] as const\n")
    const before = app.read('resources/components/Layout.tsx')

    app.makeLanguage('fr')

    assert.equal(app.read('resources/components/Layout.tsx'), before)
  })

  it('leaves texts that the application has changed', () => {
    using app = applicationOf(join(workspace, 'examples/todo/resources'), ['components/Layout.tsx'])
    const changed = app.read('resources/components/Layout.tsx').replace('Main menu', 'Places')
    app.write('resources/components/Layout.tsx', changed)

    app.makeLanguage('de')

    assert.equal(app.read('resources/components/Layout.tsx'), changed)
  })
})

/** The kits say "Main menu" in German, too. */
const german = `import { message } from 'tenon/languages'

// What the layout and the error page say.

export const mainMenu = message({
  en: 'Main menu',
  de: 'Hauptmenü',
})

export const backToList = message({
  en: 'Back to the list',
  de: 'Back to the list', // untranslated
})
`

function applicationOf(resources: string, files: readonly string[]) {
  const place = mkdtempDisposableSync(join(tmpdir(), 'tenon-layout-'))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(place.path, path)), { recursive: true })
    writeFileSync(join(place.path, path), text)
  }
  write('main.ts', main)
  for (const file of files) write(`resources/${file}`, readFileSync(join(resources, file), 'utf8'))
  const project = openProject(place.path)
  return {
    read: (path: string) => readFileSync(join(place.path, path), 'utf8'),
    write,
    makeLanguage: (name: string) => applyPlan(planLanguage(name, project), project, () => {}),
    [Symbol.dispose]: () => place.remove(),
  }
}
