import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runIn, runTenon } from '../console/run-todo.ts'
import { createProject } from '../models/project.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')

describe('tenon check', () => {
  it('is content with the todo application', async () => {
    const { code, stdout } = await runTenon(['check', '--hints'])

    assert.deepEqual([code, stdout], [0, 'Everything fits together.\n'])
  })

  it('names the place of each mistake, and ends with 1', async () => {
    using app = mkdtempDisposableSync(join(fixtures, 'checked-'))
    write(app.path, {
      'package.json': '{ "type": "module" }',
      'main.ts': `import { application, get, redirect, routes } from 'tenon'
const web = routes([get('/', () => redirect('/start')), get('/hello', () => 'hello')])
export const app = application({ root: import.meta.dirname, routes: web })
await app.run(process.argv.slice(2))
`,
      'resources/pages/Start.tsx': 'export default () => <a href="/helo">Hello</a>',
    })

    const { code, stdout } = await runIn(app.path, ['check'])
    const { stdout: json } = await runIn(app.path, ['check', '--json'])

    assert.equal(code, 1)
    assert.equal(
      stdout,
      'main.ts:2: redirect() leads to "/start", which is the path of no route.\n' +
        'resources/pages/Start.tsx:1: A link leads to "/helo", which is the path of no route. Did you mean "/hello"?\n' +
        'resources/pages/Start.tsx:1: No handler renders the page "Start". Render it, or remove it.\n',
    )
    assert.deepEqual(JSON.parse(json)[1], {
      kind: 'hint',
      file: 'main.ts',
      line: 2,
      message: 'Nothing in the application leads to GET /hello.',
    })
  })

  it('names the file whose import has no extension, or does not exist', async () => {
    using app = mkdtempDisposableSync(join(fixtures, 'checked-'))
    const main = (name: string): string => `import { application } from 'tenon'
import { web } from '${name}'
await application({ root: import.meta.dirname, routes: web }).run(process.argv.slice(2))
`
    write(app.path, {
      'package.json': '{ "type": "module" }',
      'app/routes.ts': `import { routes } from 'tenon'
export const web = routes([])
`,
    })

    const refusals = []
    for (const name of ['./app/routes', './app/rotes.ts', './app']) {
      write(app.path, { 'main.ts': main(name) })
      const { code, stderr } = await runIn(app.path, ['check'])
      refusals.push([code, stderr])
    }

    assert.deepEqual(refusals, [
      [1, 'main.ts: Node cannot find "./app/routes": write "./app/routes.ts".\n'],
      [1, 'main.ts: Node cannot find "./app/rotes.ts".\n'],
      [1, 'main.ts: Node cannot find "./app".\n'],
    ])
  })

  it('hints at a route with a handler, and at one beside a parameter that a link fills', async () => {
    using app = mkdtempDisposableSync(join(fixtures, 'checked-'))
    write(app.path, {
      'package.json': '{ "type": "module" }',
      'main.ts': `import { application, get, handler, page, redirect, routes } from 'tenon'
const web = routes([
  get('/', () => page('Start')),
  get('/late-ones', handler({}).run(() => 'late')),
  get('/loans/{loan}', () => 'loan'),
  get('/loans/overdue', () => 'overdue'),
  get('/tools/saw', () => 'saw'),
])
export const app = application({ root: import.meta.dirname, routes: web })
await app.run(process.argv.slice(2))
`,
      'resources/pages/Start.tsx': `export default ({ id }) => (
  <p>
    <a href={\`/loans/\${id}\`}>Loan</a>
    <a href={\`/tools/\${id}\`}>Tool</a>
  </p>
)`,
    })

    const { stdout } = await runIn(app.path, ['check', '--hints'])

    assert.deepEqual(stdout.match(/leads to [^.]+/g), [
      'leads to GET /late-ones',
      'leads to GET /loans/overdue',
    ])
  })

  it('names a column of a model that no migration adds', async () => {
    const models = (columns: string): string => `import { c, Model } from 'tenon/models'
export class Loan extends Model('loans', { id: c.id(), ${columns} }) {}`
    using app = createProject({ 'app/models.ts': models('note: c.text()') })
    await app.run(['make:migration', 'create loans'])
    const { stdout: before } = await app.tenon(['check'])

    app.write('app/models.ts', models('note: c.text(), fee: c.integer()'))
    const { exitCode, stdout } = await app.tenon(['check'])

    assert.equal(before, 'Everything fits together.\n')
    assert.equal(exitCode, 1)
    assert.match(
      stdout,
      /^database\/schema\.json:1: The models need what no migration does: .*fee.*\. Run: node main\.ts make:migration <name>, then node main\.ts migrate\n$/,
    )
  })

  it('names a change for which no migration can be written beside the other findings', async () => {
    const models = (key: string): string => `import { c, Model } from 'tenon/models'
export class Loan extends Model('loans', { id: c.integer(), tool: c.integer() }, { primaryKey: [${key}] }) {}`
    using app = createProject({ 'app/models.ts': models("'id', 'tool'") })
    await app.run(['make:migration', 'create loans'])

    app.write('app/models.ts', models("'tool', 'id'"))
    app.write('resources/pages/Start.tsx', 'export default () => <a href="/helo">Hello</a>')
    const { exitCode, stdout } = await app.tenon(['check'])

    assert.equal(exitCode, 1)
    assert.match(stdout, /^resources\/pages\/Start\.tsx:1: A link leads to "\/helo"/m)
    assert.match(stdout, /^database\/schema\.json:1: .*primary key.*$/m)
  })

  it('knows the path of the OpenAPI document, and the paths in all languages', async () => {
    using app = mkdtempDisposableSync(join(fixtures, 'checked-'))
    write(app.path, {
      'package.json': '{ "type": "module" }',
      'main.ts': `import { application, get, localized, page, routes } from 'tenon'
const web = routes([localized([get('/', () => page('Start')), get('/news/{id}', () => 'News')])])
const openapi = { title: 'News', version: '1', path: '/api.json' } as const
const root = import.meta.dirname
export const app = application({ root, routes: web, openapi, languages: ['en', 'de'] })
await app.run(process.argv.slice(2))
`,
      'resources/pages/Start.tsx': `export default () => (
  <nav>
    <a href="/api.json">API</a>
    <a href="/de">Deutsch</a>
    <a href={\`/de/news/\${1}\`}>Neues</a>
    <a href="/news/1">News</a>
    <a href="/openapi.json">API</a>
    <a href="/fr/news/1">Nouvelles</a>
  </nav>
)`,
    })

    const { stdout } = await runIn(app.path, ['check'])

    assert.deepEqual(stdout.match(/leads to "[^"]+"/g), [
      'leads to "/openapi.json"',
      'leads to "/fr/news/1"',
    ])
  })
})

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
