import assert from 'node:assert/strict'
import { it } from 'node:test'
import { applyPlan } from '../../src/scaffolding/generators/apply-plan.ts'
import { generators } from '../../src/scaffolding/generators/generators.ts'
import { openProject } from '../../src/scaffolding/generators/project.ts'
import { vuePages } from '../../src/scaffolding/templates/vue-pages.ts'
import { copyTodo, type Scaffold } from './scaffold.ts'

const days = 'monday,tuesday,wednesday,thursday,friday,saturday,sunday,holiday'
const sentences = 'a value with several words,another value with several words,yet another one'

const columns = [
  'title:text:unique',
  'body:text:nullable',
  'views:integer:nullable',
  'published:boolean',
  'starts_at:timestamp',
  'ends_at:timestamp:nullable',
  'fee:decimal:nullable',
  'state:enum:open,in progress,paid',
  `day:enum:${days}`,
  `other_day:enum:${days}:nullable`,
  `reason:enum:${sentences}`,
  `other_reason:enum:${sentences}:nullable`,
  'settings:json',
  'scan:file',
  'signed_copy:file:nullable',
  'author:belongsTo',
  'editor:belongsTo:Author:nullable',
  'original:belongsTo:BlogPost:nullable',
]

// The formatter does not read Svelte.
for (const library of ['react', 'vue']) {
  for (const isSpoken of [false, true]) {
    it(`pages and long lists of values are formatted: ${library}${isSpoken ? ' with languages' : ''}`, async () => {
      using app = copyTodo()
      if (isSpoken)
        app.write('app/languages.ts', `export const languages = ['en', 'de'] as const\n`)

      writeResource('Author', ['name:text'], { app, library })
      writeResource('BlogPost', columns, { app, library })
      const formatted = await app.checkFormat()

      assert.equal(formatted.exitCode, 0, formatted.output)
    })
  }
}

interface Place {
  readonly app: Scaffold
  readonly library: string
}

function writeResource(name: string, given: readonly string[], { app, library }: Place): void {
  const opened = openProject(app.root)
  const project = library === 'vue' ? { ...opened, pages: vuePages } : opened
  const migrationPath = (slug: string) => `database/migrations/2026_11_22_000001_${slug}.ts`
  const order = { project, name, columns: given, isResource: true, migrationPath }
  const plan = generators['model']?.(order)
  assert.ok(plan)
  applyPlan(plan, project, () => {})
}
