import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { before, describe, it } from 'node:test'
import { packTemplate } from '../pack/pack-template.ts'

const workspace = join(import.meta.dirname, '../../..')
const tenon = join(workspace, 'packages/tenon')
const createTenon = join(workspace, 'packages/create-tenon')

describe('what is published of tenon', () => {
  const files = packedFiles(tenon)

  it('is the sources, what was built of them, the binary, the readme and the licence', () => {
    const expected = ['LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'src']
    assert.deepEqual(topLevelOf(files), new Set(expected))
  })

  it('holds every file that an export or a command names', () => {
    const { exports, bin } = readManifest(tenon)
    const named = [...Object.values(exports).flatMap(toTargets), ...Object.values(bin)]

    assert.deepEqual(missing(named, files), [])
  })

  it('holds the sources that the source maps name', () => {
    const named = files.filter((path) => path.endsWith('.js.map')).flatMap(sourcesOf)

    assert.ok(named.length > 0)
    assert.deepEqual(missing(named, files), [])
  })

  it('leaves out tests, fixtures and environments', () => {
    assert.deepEqual(files.filter(isPrivate), [])
  })
})

describe('what is published of create-tenon', () => {
  before(() => {
    execFileSync(join(workspace, 'node_modules/.bin/tsc'), [
      '-p',
      join(createTenon, 'tsconfig.build.json'),
    ])
    const example = join(workspace, 'examples/todo')
    packTemplate({ workspace, example }, join(createTenon, 'template'))
  })

  it('is what was built, the binary, the template, the readme and the licence', () => {
    const files = packedFiles(createTenon)

    const expected = ['LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'template']
    assert.deepEqual(topLevelOf(files), new Set(expected))
  })

  it('has the tests of the template, and no others; no environment', () => {
    const found = packedFiles(createTenon).filter(isPrivate)

    assert.deepEqual(found, ['template/tests/todos.test.ts'])
  })
})

describe('the licence', () => {
  it('is the same in each package as at the root', () => {
    const [root, ...copies] = [workspace, tenon, createTenon].map((folder) =>
      readFileSync(join(folder, 'LICENSE'), 'utf8'),
    )

    assert.deepEqual(copies, [root, root])
  })
})

/** What npm would put into the package's tarball, of what is built. */
function packedFiles(folder: string): readonly string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const output = execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  // npm 11 prints a list, npm 12 an object by the package's name.
  const [packed] = Object.values<{ files: { path: string }[] }>(JSON.parse(String(output)))
  return packed?.files.map(({ path }) => path) ?? []
}

function topLevelOf(files: readonly string[]): ReadonlySet<string | undefined> {
  return new Set(files.map((path) => path.split('/')[0]))
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly bin: Readonly<Record<string, string>>
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function toTargets(target: Manifest['exports'][string]): readonly string[] {
  return typeof target === 'string' ? [target] : Object.values(target)
}

function sourcesOf(map: string): readonly string[] {
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(tenon, map), 'utf8'))
  return sources.map((source) => posix.join(posix.dirname(map), source))
}

function missing(named: readonly string[], files: readonly string[]): readonly string[] {
  const packed = new Set(files)
  return named.filter((path) => !packed.has(posix.normalize(path)))
}

function isPrivate(path: string): boolean {
  return /\.test(?:-d)?\.tsx?$|(?:^|\/)(?:fixtures|node_modules|\.env)/.test(path)
}
