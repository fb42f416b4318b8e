import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readBuilds } from '../../src/pages/assets/builds.ts'

const root = mkdtempSync(join(tmpdir(), 'tenon-page-versions-'))
after(() => rmSync(root, { recursive: true }))

const sources = {
  'package.json': '{ "type": "module" }',
  'vite.config.ts': 'export default {}',
  'resources/app.ts':
    "import './app.css'\nimport { begin } from './start.ts'\nbegin(import.meta.glob('./pages/**/*.tsx'))",
  'resources/start.ts': 'export const begin = (pages) => console.log(pages)',
  'resources/app.css': 'body { margin: 0 }',
  'resources/parts/title.ts': "export const title = 'Title'",
  'resources/parts/chart.ts': "export default 'a chart'",
  'resources/pages/One.tsx':
    "import { title } from '../parts/title.ts'\nimport './one.css'\nexport default () => title",
  'resources/pages/one.css': '.one { color: red }',
  'resources/pages/Two.tsx': "export default () => import('../parts/chart.ts')",
  'resources/pages/Three.tsx':
    'export default (props: { a: string }) => props.a + import.meta.env.VITE_NAME',
}

describe('the version of a page', { timeout: 240_000 }, () => {
  let first: Readonly<Record<string, string>> = {}
  before(() => {
    first = build({})
  })

  const changed = (change: Readonly<Record<string, string>>) => {
    const next = build(change)
    return Object.keys(next).filter((name) => next[name] !== first[name])
  }

  it('stays the same from one build to the next', () => {
    assert.deepEqual(changed({}), [])
  })

  it('changes with a module that the page imports, and with one that it imports later', () => {
    assert.deepEqual(changed({ 'resources/parts/title.ts': "export const title = 'Other'" }), [
      'One',
    ])
    assert.deepEqual(changed({ 'resources/parts/chart.ts': "export default 'another'" }), ['Two'])
  })

  it('changes with the style sheet of the page', () => {
    assert.deepEqual(changed({ 'resources/pages/one.css': '.one { color: blue }' }), ['One'])
  })

  it('changes for all pages with what starts the client, its style sheet and the environment', () => {
    const all = ['One', 'Three', 'Two']

    assert.deepEqual(changed({ 'resources/start.ts': 'export const begin = () => 1' }), all)
    assert.deepEqual(changed({ 'resources/app.css': 'body { margin: 1px }' }), all)
    assert.deepEqual(changed({ '.env': 'VITE_NAME=other' }), all)
  })

  it('does not change with the types of its props, or when a page is added', () => {
    const typed = 'export default (props: { a: any }) => props.a + import.meta.env.VITE_NAME'

    assert.deepEqual(changed({ 'resources/pages/Three.tsx': typed }), [])
    assert.deepEqual(changed({ 'resources/pages/Four.tsx': 'export default () => 4' }), ['Four'])
  })
})

/** Builds the client with some files changed, in a separate process: Vite sets NODE_ENV. */
function build(change: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const folder = join(root, 'build')
  for (const name of ['.env', 'resources'])
    rmSync(join(root, name), { recursive: true, force: true })
  for (const [path, text] of Object.entries({ ...sources, ...change })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const module = JSON.stringify(join(import.meta.dirname, '../../src/pages/vite/build-client.ts'))
  const code = `import { buildClient } from ${module}
    await buildClient(${JSON.stringify(root)}, ${JSON.stringify(folder)})`
  execFileSync(process.execPath, ['--conditions=source', '--input-type=module', '-e', code])
  const [built] = readBuilds(folder)
  assert.ok(built)
  assert.ok(built.files.length > 0 && built.files.every((file) => existsSync(join(folder, file))))
  return built.pages
}
