import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
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

  it('creates an application that type-checks', { timeout: 60_000 }, () => {
    // Inside the workspace, so that the packages need not be installed again.
    mkdirSync(join(workspace, '.tmp'), { recursive: true })
    using place = mkdtempDisposableSync(join(workspace, '.tmp/create-'))

    scaffold(place.path, ['my-app'])

    const app = join(place.path, 'my-app')
    execFileSync(compiler, ['-p', app], { stdio: ['ignore', 'inherit', 'inherit'] })
  })

  it('names it, asks for published versions, and leaves out what was generated', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))

    scaffold(place.path, ['my-app'])

    const app = join(place.path, 'my-app')
    const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
    assert.equal(manifest.name, 'my-app')
    assert.match(manifest.dependencies.tenon, /^\^\d+\.\d+\.\d+$/)
    assert.match(manifest.devDependencies.typescript, /^\^\d/)
    assert.equal(manifest.scripts.check, 'tsc')
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

interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

function scaffold(folder: string, args: readonly string[]): Ended {
  const binary = join(own, 'bin/create-tenon.js')
  return spawnSync(process.execPath, [binary, ...args], { cwd: folder, encoding: 'utf8' })
}
