import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
// What editors ask; version 7 offers it to no program.
import ts from 'typescript-6'

const workspace = join(import.meta.dirname, '../../../..')

/** Each `|` is a place that somebody types at. */
const application = `import { get, page, route, routes } from 'tenon'
import { c, hasMany, Model } from 'tenon/database'

class Post extends Model('posts', { id: c.id(), user_id: c.integer() }) {}
class User extends Model('users', { id: c.id() }) {
  static readonly posts = hasMany(() => Post, { foreignKey: 'user_id' })
}
const web = routes([get('/', () => '').name('home')])
declare module 'tenon' {
  interface Register {
    routes: typeof web
    pages: { 'Todos/Index': () => unknown; 'Todos/Show': (props: { title: string }) => unknown }
  }
}

page('|')
page('Todos/Sh|')
page('Todos/Show', { t| })
route('|')
User.with('|')
`

describe('what an editor suggests', () => {
  it('is the names that there are', { timeout: 60_000 }, () => {
    assert.deepEqual(suggestions(application), [
      ['Todos/Index', 'Todos/Show'],
      ['Todos/Index', 'Todos/Show'],
      ['title', 'toJSON'],
      ['home'],
      ['posts'],
    ])
  })
})

/** What is suggested at each `|`. */
function suggestions(marked: string): readonly (readonly string[])[] {
  const parts = marked.split('|')
  // Inside the workspace, so that `tenon` resolves as it does for the examples.
  const path = join(workspace, 'examples/suggestions.ts')
  const service = createService(path, parts.join(''))
  return parts.slice(0, -1).map((_, i) => {
    const position = parts.slice(0, i + 1).join('').length
    const found = service.getCompletionsAtPosition(path, position, {})
    return found?.entries.map(({ name }) => name).toSorted() ?? []
  })
}

/** An editor with one file open that nobody has saved. */
function createService(path: string, text: string): ts.LanguageService {
  const options = readOptions()
  const host = ts.createCompilerHost(options)
  return ts.createLanguageService({
    fileExists: (name) => host.fileExists(name),
    readFile: (name) => host.readFile(name),
    getCurrentDirectory: () => host.getCurrentDirectory(),
    getDefaultLibFileName: (own) => host.getDefaultLibFileName(own),
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = name === path ? text : host.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
  })
}

function readOptions(): ts.CompilerOptions {
  const base = JSON.parse(readFileSync(join(workspace, 'tsconfig.base.json'), 'utf8'))
  const options = { ...base.compilerOptions, module: 'preserve', moduleResolution: 'bundler' }
  return ts.convertCompilerOptionsFromJson(options, workspace).options
}
