import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempDisposableSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { packTemplate } from '../pack/pack-template.ts'

const own = join(import.meta.dirname, '..')
const workspace = join(own, '../..')
const compiler = join(workspace, 'node_modules/.bin/tsc')

describe('npm create tenon', () => {
  before(() => {
    execFileSync(compiler, ['-p', join(own, 'tsconfig.build.json')])
    const example = join(workspace, 'examples/todo')
    packTemplate({ workspace, example }, join(own, 'template'))
  })

  it('creates an application that passes its own check', { timeout: 60_000 }, () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))

    const { stdout, status } = check(scaffoldInstalled(place.path))

    assert.equal(status, 0, stdout)
  })

  it('creates one whose check names the line of a forgotten await', { timeout: 60_000 }, () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    const app = scaffoldInstalled(place.path)
    writeFileSync(join(app, 'app/login.ts'), forgetful)
    const todos = join(app, 'app/controllers/todos.ts')
    writeFileSync(
      todos,
      readFileSync(todos, 'utf8').replace('await todo.delete()', 'todo.delete()'),
    )
    const line = 1 + readFileSync(todos, 'utf8').split('\n').indexOf('  todo.delete()')

    const { stdout, status } = check(app)

    assert.equal(status, 1)
    const places = Array.from(stdout.matchAll(/\[(\S+:\d+):\d+\]/g), ([, place]) => place)
    assert.deepEqual(
      new Set(places),
      new Set(['app/login.ts:3', `app/controllers/todos.ts:${line}`]),
    )
  })

  it('names it, asks for published versions, and leaves out what was generated', () => {
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

  it('says what comes next', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))

    const { stdout, status } = scaffold(place.path, ['my-app'])

    assert.equal(status, 0)
    assert.match(stdout, / {2}cd my-app\n {2}npm install\n {2}npm run dev\n/)
  })

  it('refuses a folder that is in use, with one sentence and exit code 1', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
    scaffold(place.path, ['my-app'])

    const { stderr, status } = scaffold(place.path, ['my-app'])

    assert.equal(status, 1)
    assert.match(stderr, /^".*my-app" is not empty\. [^\n]+\n$/)
  })

  it('answers a call without a folder with its usage and exit code 64', () => {
    const { stderr, status } = scaffold(tmpdir(), [])

    assert.equal(status, 64)
    assert.equal(stderr, 'Usage: npm create tenon@latest <folder>\n')
  })

  it('takes no option for a folder', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))

    const { status } = scaffold(place.path, ['--force'])

    assert.equal(status, 64)
    assert.ok(!existsSync(join(place.path, '--force')))
  })
})

const forgetful = `declare function isPassword(given: string): Promise<boolean>
export function login(given: string): string {
  if (!isPassword(given)) return 'refused'
  return 'welcome'
}
`

interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

function scaffold(folder: string, args: readonly string[]): Ended {
  const binary = join(own, 'bin/create-tenon.js')
  return spawnSync(process.execPath, [binary, ...args], { cwd: folder, encoding: 'utf8' })
}

/** A new application with what the workspace has installed in place of its own. */
function scaffoldInstalled(folder: string): string {
  scaffold(folder, ['my-app'])
  const app = join(folder, 'my-app')
  symlinkSync(join(workspace, 'node_modules'), join(app, 'node_modules'))
  return app
}

/** Without colours: the linter prints them into a pipe where `CI` is set. */
function check(app: string): Ended {
  const { stdout, ...ended } = spawnSync('npm', ['run', 'check'], { cwd: app, encoding: 'utf8' })
  return { ...ended, stdout: stripVTControlCharacters(stdout) }
}
