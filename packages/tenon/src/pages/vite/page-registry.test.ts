import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { writePageRegistry } from './page-registry.ts'

it('the types of pages and mails quote whatever a file is called', () => {
  using place = mkdtempDisposableSync(join(tmpdir(), 'tenon-registry-'))
  for (const path of [
    'pages/Home.tsx',
    "pages/What's New.tsx",
    'pages/Say "hello".tsx',
    "mails/What's New.tsx",
  ]) {
    const file = join(place.path, 'resources', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'export default () => null\n')
  }

  writePageRegistry(place.path)

  const types = ['pages', 'mails'].flatMap(
    (kind) =>
      readFileSync(join(place.path, `resources/${kind}.d.ts`), 'utf8').match(/.*typeof.*/g) ?? [],
  )
  assert.deepEqual(types, [
    `      Home: typeof import('./pages/Home.tsx')['default']`,
    `      'Say "hello"': typeof import('./pages/Say "hello".tsx')['default']`,
    `      "What's New": typeof import("./pages/What's New.tsx")['default']`,
    `      "What's New": typeof import("./mails/What's New.tsx")['default']`,
  ])
})
