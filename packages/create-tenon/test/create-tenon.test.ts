import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdtempDisposableSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, describe, it } from 'node:test'
import { templates } from '../pack/templates.ts'
import { findObstacle, installed } from './local-registry.ts'
import { buildScaffolder, own, runScript, scaffold, scaffoldInstalled } from './scaffold.ts'

// With a registry, `release.test.ts` checks and tests some as a release has them.
const released = (await findObstacle()) === false ? installed : []
const unreleased = templates.filter(({ name }) => !released.includes(name))

describe('npm create tenon', () => {
  before(buildScaffolder)

  for (const { name } of unreleased) {
    it(`creates an application that passes its own check and its tests: ${name}`, () => {
      using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
      const app = scaffoldInstalled(place.path, name)

      const checked = runScript(app, 'check')
      const tested = runScript(app, 'test')

      assert.equal(checked.status, 0, checked.stdout + checked.stderr)
      assert.equal(tested.status, 0, tested.stdout + tested.stderr)
    })
  }

  for (const name of ['react', 'vue', 'svelte'] as const) {
    it(`creates an application whose check finds a prop that its page does not accept: ${name}`, () => {
      using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
      const app = scaffoldInstalled(place.path, name)
      replaceIn(join(app, 'app/controllers/todos.ts'), 'Todo.all()', "['Buy milk']")

      const { status, stdout } = runScript(app, 'check')

      assert.notEqual(status, 0)
      assert.match(stdout, /app\/controllers\/todos\.ts[^]*Type 'string' is not assignable/)
    })
  }

  // React's is compiled with all names of `npm run names`.
  for (const name of ['vue', 'svelte'] as const) {
    it(`creates an application that takes a model with the name of a type of browsers: ${name}`, () => {
      using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
      const app = scaffoldInstalled(place.path, name)
      const words = ['Event', 'title:text', 'starts_at:timestamp', 'scan:file', '--resource']

      const made = spawnSync(
        process.execPath,
        ['node_modules/.bin/tenon', 'make', 'model', ...words],
        { cwd: app, encoding: 'utf8' },
      )
      const checked = runScript(app, 'check')

      assert.equal(checked.status, 0, made.stderr + checked.stdout + checked.stderr)
    })
  }

  it('creates an application whose check reports the line of a forgotten await', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    const app = scaffoldInstalled(place.path, 'react')
    writeFileSync(join(app, 'app/login.ts'), forgetful)
    const todos = join(app, 'app/controllers/todos.ts')
    replaceIn(todos, 'await todo.delete()', 'todo.delete()')
    const line = 1 + readFileSync(todos, 'utf8').split('\n').indexOf('  todo.delete()')

    const { stdout, status } = runScript(app, 'check')

    assert.equal(status, 1)
    const places = Array.from(stdout.matchAll(/\[(\S+:\d+):\d+\]/g), ([, place]) => place)
    assert.deepEqual(
      new Set(places),
      new Set(['app/login.ts:3', `app/controllers/todos.ts:${line}`]),
    )
  })

  it('names it, depends on published versions, and omits generated files', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))

    scaffold(place.path, ['my-app'])

    const app = join(place.path, 'my-app')
    const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
    assert.equal(manifest.name, 'my-app')
    assert.match(manifest.dependencies.tenon, /^\^\d+\.\d+\.\d+$/)
    assert.match(manifest.devDependencies.typescript, /^\^\d/)
    assert.match(manifest.devDependencies.oxlint, /^\d/)
    assert.doesNotMatch(JSON.stringify(manifest), /conditions=source/)
    const generated = new Set(['node_modules', 'build', '_gitignore'])
    assert.deepEqual(
      readdirSync(app).filter((name) => generated.has(name)),
      [],
    )
  })

  it('prints the next steps', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))

    const { stdout, status } = scaffold(place.path, ['my-app'])

    assert.equal(status, 0)
    assert.match(stdout, / {2}cd my-app\n {2}npm install\n {2}npm run dev\n/)
  })

  it('quotes a folder in the next steps if it needs that', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))

    const { stdout } = scaffold(place.path, ['My App'])

    assert.match(stdout, / {2}cd "My App"\n/)
  })

  it('creates nothing if npm has kept an option for itself, and prints the command to type', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    const variables = { npm_config_accounts: 'true' }

    const { stderr, status } = scaffold(place.path, ['my-app'], variables)

    assert.equal(status, 64)
    assert.equal(
      stderr,
      'npm has kept --accounts for itself. Write options after "--":\n\n  npm create tenon@latest my-app -- --accounts\n',
    )
    assert.deepEqual(readdirSync(place.path), [])
  })

  it('rejects a folder in use with one sentence and exit code 1', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    scaffold(place.path, ['my-app'])

    const { stderr, status } = scaffold(place.path, ['my-app'])

    assert.equal(status, 1)
    assert.match(stderr, /^".*my-app" is not empty\. [^\n]+\n$/)
  })

  it('writes the files that a repository needs besides code', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))

    scaffold(place.path, ['my-app', '--vue'])

    const app = join(place.path, 'my-app')
    const expected = [
      '.dockerignore',
      '.env.example',
      '.gitignore',
      '.vscode/extensions.json',
      '.vscode/settings.json',
      'AGENTS.md',
      'Dockerfile',
      'deploy/apache/app.conf',
      'deploy/caddy/Caddyfile',
      'deploy/haproxy/haproxy.cfg',
      'deploy/monitoring/alerts.yaml',
      'deploy/monitoring/grafana.json',
      'deploy/nginx/app.conf',
      'deploy/systemd/app-web.service',
      'public/favicon.ico',
    ]
    assert.deepEqual(
      expected.filter((path) => !existsSync(join(app, path))),
      [],
    )
    assert.match(readFileSync(join(app, 'README.md'), 'utf8'), /^# my-app\n[^]*\n## Pages\n/)
  })

  it('creates an API without pages and their dependencies', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))

    scaffold(place.path, ['my-app', '--api'])

    const app = join(place.path, 'my-app')
    assert.ok(!existsSync(join(app, 'resources')))
    assert.doesNotMatch(readFileSync(join(app, 'package.json'), 'utf8'), /react|inertia|vue|svelte/)
    assert.doesNotMatch(readFileSync(join(app, 'README.md'), 'utf8'), /## Pages/)
  })

  it('creates an application without the todo list, which has its name', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))

    scaffold(place.path, ['my-shop', '--svelte', '--empty'])

    const app = join(place.path, 'my-shop')
    const code = globSync('{main.ts,app/**,tests/**,resources/**}', {
      cwd: app,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.css'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    assert.doesNotMatch(code.join(''), /todo/i)
    assert.ok(!existsSync(join(app, 'database')))
    assert.match(
      readFileSync(join(app, 'resources/components/Layout.svelte'), 'utf8'),
      /· My Shop</,
    )
  })

  it('creates an empty application that takes models from a database, and new ones', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    const app = scaffoldInstalled(place.path, 'react-empty')
    using shop = new DatabaseSync(join(app, 'shop.sqlite'))
    shop.exec('create table artists (id integer primary key, name text not null)')
    const tenon = (...words: readonly string[]) =>
      spawnSync(process.execPath, ['node_modules/.bin/tenon', ...words], {
        cwd: app,
        env: { ...process.env, DATABASE_URL: 'sqlite:./shop.sqlite' },
        encoding: 'utf8',
      })

    const pulled = tenon('db:pull')
    const made = tenon('make', 'model', 'Post', 'title:text', '--resource')
    const checked = runScript(app, 'check')
    const tested = runScript(app, 'test')

    assert.doesNotMatch(pulled.stdout + made.stdout, /Add this/)
    assert.match(readFileSync(join(app, 'main.ts'), 'utf8'), /models: \{ Artist, Post \}/)
    assert.equal(checked.status, 0, made.stderr + checked.stdout + checked.stderr)
    assert.equal(tested.status, 0, tested.stdout + tested.stderr)
  })

  it('creates an application with teams that takes records of a team', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    const app = scaffoldInstalled(place.path, 'teams')
    const words = ['Invoice', 'number:text:unique', 'due_on:date', 'team:owner', '--resource']

    const made = spawnSync(
      process.execPath,
      ['node_modules/.bin/tenon', 'make', 'model', ...words],
      {
        cwd: app,
        encoding: 'utf8',
      },
    )
    const checked = runScript(app, 'check')
    const tested = runScript(app, 'test')

    assert.doesNotMatch(made.stdout, /Add this/)
    assert.equal(checked.status, 0, made.stderr + checked.stdout + checked.stderr)
    assert.equal(tested.status, 0, tested.stdout + tested.stderr)
    assert.match(tested.stdout, /of another team answer 404, and stay as they are/)
  })

  it('prints its usage and exits with 64 without a folder and a terminal', () => {
    const { stderr, status } = scaffold(tmpdir(), [])

    assert.equal(status, 64)
    assert.match(stderr, /^Missing folder for the new application\.\n\nUsage: npm create tenon/)
  })

  it('prints an error and its usage and exits with 64 for an unknown option', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))

    const { stderr, status } = scaffold(place.path, ['my-app', '--force'])

    assert.equal(status, 64)
    assert.match(stderr, /^Unknown option "--force"\.\n\nUsage: npm create tenon/)
    assert.deepEqual(readdirSync(place.path), [])
  })

  it('prints its usage and its version', () => {
    const help = scaffold(tmpdir(), ['--help'])
    const version = scaffold(tmpdir(), ['--version'])

    assert.deepEqual([help.status, version.status], [0, 0])
    assert.match(
      help.stdout,
      /--react[^]*--vue[^]*--svelte[^]*--api[^]*--accounts[^]*--teams[^]*--empty/,
    )
    assert.match(version.stdout, /^create-tenon \d+\.\d+\.\d+\n$/)
  })

  it('prints its usage and its version on an older Node, which cannot load what creates applications', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    const older = join(place.path, 'older.cjs')
    writeFileSync(older, olderNode + cannotCreate)
    const binary = join(own, 'bin/create-tenon.js')

    const [help, version] = ['--help', '--version'].map((flag) =>
      spawnSync(process.execPath, [`--require=${older}`, binary, flag], { encoding: 'utf8' }),
    )

    assert.match(help?.stdout ?? '', /^Usage: npm create tenon/, help?.stderr)
    assert.match(version?.stdout ?? '', /^create-tenon \d/, version?.stderr)
  })

  it('names the required Node if yours is older', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    const older = join(place.path, 'older.cjs')
    writeFileSync(older, `Object.defineProperty(process.versions, 'node', { value: '24.6.0' })`)

    const { status, stderr } = spawnSync(
      process.execPath,
      [`--require=${older}`, join(own, 'bin/create-tenon.js'), 'my-app', '--react'],
      { cwd: place.path, encoding: 'utf8' },
    )

    assert.equal(status, 1)
    assert.equal(
      stderr,
      'create-tenon needs Node 24.7 or newer, from https://nodejs.org; this is 24.6.0. Or let npm bring one: npx -p node@24 npm create tenon@latest my-app -- --react\n',
    )
    assert.equal(existsSync(join(place.path, 'my-app')), false)
  })

  it('creates an application whose "npm test" names the required Node if yours is older', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    const app = scaffoldInstalled(place.path, 'api')
    const older = join(place.path, 'older.cjs')
    writeFileSync(older, olderNode)

    const { stderr, status } = runScript(app, 'test', { NODE_OPTIONS: `--require=${older}` })

    assert.equal(status, 1)
    assert.match(
      stderr,
      /tenon needs Node 24\.7 or newer, from https:\/\/nodejs\.org; this is 20\.20\.2\. Or .* npm install --save-dev node@24/,
    )
    assert.doesNotMatch(stderr, /bad option/)
  })

  it('creates an application whose "npm test" ends if a test leaves a server open', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    const app = scaffoldInstalled(place.path, 'api-empty')
    writeFileSync(join(app, 'tests/open.test.ts'), leavesServerOpen)

    const { status, stdout } = runScript(app, 'test')

    assert.equal(status, 1)
    assert.match(stdout, /leaves a server open/)
  })

  it('creates an application whose "npm run dev" stops with SIGTERM, and leaves no process', async () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    const app = scaffoldInstalled(place.path, 'api-empty')
    const env = { ...process.env, SERVER_PORT: '0' }
    const development = spawn('npm', ['run', 'dev'], { cwd: app, env, detached: true })
    // Read, so that it is not held back; it ends with the last process that writes to it.
    development.stdout.setEncoding('utf8')
    let printed = ''
    for await (const text of development.stdout.iterator({ destroyOnReturn: false })) {
      printed += String(text)
      if (printed.includes('http://')) break
    }

    try {
      development.kill('SIGTERM')
      const ended = await once(development, 'close', { signal: AbortSignal.timeout(20_000) })

      assert.notEqual(ended, undefined)
    } finally {
      killGroup(development.pid)
    }
  })
})

/** Ends what is left of the processes that a test has started. */
function killGroup(id: number | undefined): void {
  try {
    if (id !== undefined) process.kill(-id, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const leavesServerOpen = `import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { it } from 'node:test'
it('leaves a server open', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  assert.fail('before it is closed')
})
`

const olderNode = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`

const cannotCreate = `
require('node:module').registerHooks({
  resolve(name, context, next) {
    if (name.endsWith('/create-app.js')) throw new SyntaxError('no export named "globSync"')
    return next(name, context)
  },
})
`

const forgetful = `declare function isPassword(given: string): Promise<boolean>
export function login(given: string): string {
  if (!isPassword(given)) return 'refused'
  return 'welcome'
}
`

function replaceIn(path: string, text: string, other: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(text, other))
}
