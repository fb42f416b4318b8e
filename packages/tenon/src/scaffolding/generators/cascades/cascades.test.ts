import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { applyPlan, undoPlan } from '../apply-plan.ts'
import { generators } from '../generators.ts'
import { openProject, type Project } from '../project.ts'

const sentence = 'Loans that belong to it are also deleted.'

const libraries = [
  { library: 'react', packageName: '@inertiajs/react', extension: 'tsx' },
  { library: 'vue', packageName: '@inertiajs/vue3', extension: 'vue' },
  { library: 'svelte', packageName: '@inertiajs/svelte', extension: 'svelte' },
]

for (const { library, packageName, extension } of libraries) {
  describe(`the dialogs that delete a record in ${library}`, () => {
    const dialogs = ['Index', 'Show'].map((page) => `resources/pages/Books/${page}.${extension}`)

    it('say which records are deleted with it, until there is no such model', () => {
      using project = openEmpty(packageName)
      make(project, 'Book', ['title'])
      const before = dialogs.map((path) => project.read(path))

      make(project, 'Loan', ['book:belongsTo'])
      const told = dialogs.map((path) => project.read(path) ?? '')
      undo(project, 'Loan', ['book:belongsTo'])

      for (const [i, text] of told.entries())
        assert.match(text, new RegExp(`<p>${sentence}</p>\n *<div`), dialogs[i])
      assert.deepEqual(
        dialogs.map((path) => project.read(path)),
        before,
      )
    })

    it('say it in messages of an application with languages, as well if the other model is older', () => {
      using project = openEmpty(packageName, ['de'])
      make(project, 'Book', ['title'])
      make(project, 'Loan', ['book:belongsTo'])
      const later = dialogs.map((path) => project.read(path) ?? '')

      rmSync(join(project.root, 'resources/pages'), { recursive: true })
      rmSync(join(project.root, 'app/controllers'), { recursive: true })
      const plan = generators['resource']?.(toInput(project, 'Book', []))
      const texts = new Map(plan?.files.map(({ path, text }) => [path, text]))

      const call = 'alsoDeleted({ records: loansTitle() })'
      for (const [i, text] of later.entries()) {
        assert.ok(text.includes(call), dialogs[i])
        assert.match(text, /import \{ loansTitle \} from '..\/..\/words\/loans.ts'/, dialogs[i])
        assert.match(text, /\balsoDeleted,[^}]*\} from '..\/..\/words\/shared.ts'/, dialogs[i])
      }
      assert.deepEqual(
        dialogs.map((path) => texts.get(path)),
        later,
      )
      assert.match(project.read('resources/words/shared.ts') ?? '', /export const alsoDeleted/)
    })

    it('say nothing of records that stay', () => {
      using project = openEmpty(packageName)
      make(project, 'Book', ['title'])
      const before = dialogs.map((path) => project.read(path))

      make(project, 'Loan', ['book:belongsTo:nullable'])

      assert.deepEqual(
        dialogs.map((path) => project.read(path)),
        before,
      )
    })
  })
}

/** An application with pages and nothing else. */
function openEmpty(packageName: string, languages: readonly string[] = []): Project & Disposable {
  const root = mkdtempSync(join(tmpdir(), 'tenon-cascades-'))
  for (const folder of ['app/models', 'resources', 'database']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ dependencies: { [packageName]: '1' } }),
  )
  if (languages.length > 0) {
    const list = ['en', ...languages].map((each) => `'${each}'`).join(', ')
    writeFileSync(join(root, 'app/languages.ts'), `export const languages = [${list}] as const\n`)
  }
  return { ...openProject(root), [Symbol.dispose]: () => rmSync(root, { recursive: true }) }
}

function toInput(project: Project, name: string, columns: readonly string[]) {
  const migrationPath = (slug: string) => `database/migrations/2026_11_22_000001_${slug}.ts`
  return { project, name, columns, isResource: true, migrationPath }
}

function make(project: Project, name: string, columns: readonly string[]): void {
  const plan = generators['model']?.(toInput(project, name, columns))
  if (plan !== undefined) applyPlan(plan, project, () => {})
}

function undo(project: Project, name: string, columns: readonly string[]): void {
  const plan = generators['model']?.(toInput(project, name, columns))
  if (plan !== undefined) undoPlan(plan, project, () => {})
}
