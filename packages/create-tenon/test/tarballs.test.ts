import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join, posix, relative } from 'node:path'
import { before, describe, it } from 'node:test'
import { findLinks } from '../../../scripts/markdown.ts'
import { templates, type Template, type TemplateName } from '../pack/templates.ts'
import { buildScaffolder, own as createTenon, workspace } from './scaffold.ts'

const tenon = join(workspace, 'packages/tenon')

describe('the published package tenon', () => {
  const files = packedFiles(tenon)

  it('contains the sources, the build, the documentation, the binary and the licence', () => {
    const own = ['LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'src']
    const expected = [...own, 'docs', 'llms.txt']
    assert.deepEqual(topLevelOf(files), new Set(expected))
  })

  it('contains every file that an export or a command refers to', () => {
    const { exports, bin } = readManifest(tenon)
    const named = [...Object.values(exports).flatMap(toTargets), ...Object.values(bin)]

    assert.deepEqual(missing(named, files), [])
  })

  it('contains every page that its index and the pages link to', () => {
    const pages = files.filter((path) => path.endsWith('.md') || path === 'llms.txt')

    const linked = pages.flatMap((page) =>
      findLinks(readFileSync(join(tenon, page), 'utf8'))
        .map(({ target }) => target.split('#')[0] ?? '')
        .filter((target) => target !== '' && !target.includes(':'))
        .map((target) => posix.join(posix.dirname(page), target)),
    )

    assert.ok(linked.includes('docs/guide/contract.md'))
    assert.deepEqual(missing(linked, files), [])
  })

  it('contains no source maps: every installation would unpack 1,400 files for code that is readable without', () => {
    assert.deepEqual(
      files.filter((path) => path.endsWith('.map')),
      [],
    )
  })

  it('does not contain tests, fixtures or environments', () => {
    assert.deepEqual(files.filter(isPrivate), [])
  })
})

const tests = {
  empty: ['home'],
  todo: ['todos'],
  api: ['problems', 'todos'],
  'api-empty': ['home', 'problems'],
  'api-accounts': ['account', 'home', 'password-reset', 'problems', 'verification'],
  accounts: ['accounts', 'home', 'providers', 'security'],
  teams: ['accounts', 'home', 'providers', 'security', 'teams'],
  helpdesk: [
    'api',
    'bin',
    'contract',
    'customers',
    'fields',
    'home',
    'import',
    'isolation',
    'languages',
    'lists',
    'notes',
    'statements',
    'status',
    'teams',
    'tickets',
  ],
} as const

function findTests(name: TemplateName, example: Template['example']): readonly string[] {
  if (Object.hasOwn(tests, name)) return tests[name as keyof typeof tests]
  return name.endsWith('-empty') ? tests.empty : tests[example]
}

describe('the published package create-tenon', () => {
  before(buildScaffolder)

  it('contains the build, the binary, the templates, the readme and the licence', () => {
    const files = packedFiles(createTenon)

    const expected = ['LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'template']
    assert.deepEqual(topLevelOf(files), new Set(expected))
  })

  it('contains the tests of the templates, but no other tests and no environment', () => {
    const found = packedFiles(createTenon).filter(isPrivate)

    const expected = templates.flatMap(({ name, example }) =>
      findTests(name, example).map((test) => `template/${name}/tests/${test}.test.ts`),
    )
    assert.deepEqual(new Set(found), new Set(expected))
  })
})

for (const folder of [tenon, createTenon]) {
  describe(`the tarball of ${basename(folder)}`, () => {
    it('links to its source, its documentation and its issues', () => {
      const { repository, homepage, bugs, keywords } = readManifest(folder)

      assert.equal(repository?.directory, relative(workspace, folder))
      assert.ok(homepage?.startsWith('https://') && bugs?.startsWith('https://'))
      assert.ok(keywords !== undefined && keywords.length > 0)
    })
  })
}

describe('the licence', () => {
  it('is the same in each package as at the root', () => {
    const [root, ...copies] = [workspace, tenon, createTenon].map((folder) =>
      readFileSync(join(folder, 'LICENSE'), 'utf8'),
    )

    assert.deepEqual(copies, [root, root])
  })
})

/** The files that npm would pack into the package's tarball, among those that are built. */
function packedFiles(folder: string): readonly string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const output = execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  // npm 11 prints a list, npm 12 an object by package name.
  const [packed] = Object.values<{ files: { path: string }[] }>(JSON.parse(String(output)))
  return packed?.files.map(({ path }) => path) ?? []
}

function topLevelOf(files: readonly string[]): ReadonlySet<string | undefined> {
  return new Set(files.map((path) => path.split('/')[0]))
}

interface Manifest {
  readonly repository?: { readonly directory: string }
  readonly homepage?: string
  readonly bugs?: string
  readonly keywords?: readonly string[]
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly bin: Readonly<Record<string, string>>
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function toTargets(target: Manifest['exports'][string]): readonly string[] {
  return typeof target === 'string' ? [target] : Object.values(target)
}

function missing(named: readonly string[], files: readonly string[]): readonly string[] {
  const packed = new Set(files)
  return named.filter((path) => !packed.has(posix.normalize(path)))
}

function isPrivate(path: string): boolean {
  return /\.test(?:-d)?\.tsx?$|(?:^|\/)(?:fixtures|node_modules|\.env(?!\.example))/.test(path)
}
