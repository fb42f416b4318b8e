import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from './command.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

it("the guide lists each of Tenon's own tables, and no others", () => {
  const sources = globSync('packages/tenon/src/**/*-table{,s}.ts', { cwd: root })
  const tables = [
    ...sources,
    'packages/tenon/src/data/own/own-versions.ts',
    'packages/tenon/src/application/maintenance/maintenance.ts',
  ]
    .flatMap((path) => Array.from(read(path).matchAll(/^ {2}name: '(tenon_\w+)'/gm)))
    .map(([, name = '']) => name)

  const guide = read('docs/guide/migrations.md')
  const [section = ''] = /^### Tenon's own tables$[^]*?(?=^A new version)/m.exec(guide) ?? []
  const listed = Array.from(section.matchAll(/`(tenon_\w+)`/g), ([, name = '']) => name)

  assert.ok(tables.length > 20, `${tables.length} tables`)
  assert.deepEqual(listed.toSorted(), tables.toSorted())
})

it('the guide has a row for each operation of a migration', () => {
  const names = read('packages/tenon/src/migrations.ts').matchAll(
    /\b(?:(?:create|drop|add|alter|rename|fill)[A-Z]\w+|execute)\b/g,
  )
  const operations = new Set(Array.from(names, ([name]) => name))
  operations.delete('createMigrator')

  const [table = ''] = /^## Operations$[^]*?(?=^### )/m.exec(read('docs/guide/migrations.md')) ?? []
  const listed = new Set(Array.from(table.matchAll(/`(\w+)\(/g), ([, name = '']) => name))

  assert.ok(operations.size > 10, `${operations.size} operations`)
  assert.deepEqual(
    [...operations].filter((name) => !listed.has(name)),
    [],
  )
})

it('the guide has a row for each type of a column, and for what each can be', () => {
  const kinds = read('packages/tenon/src/data/columns/kinds.ts').matchAll(/^export \{ (.+) \}/gm)
  const types = Array.from(kinds, ([, names = '']) => names.split(', ')).flat()
  const methods = read('packages/tenon/src/data/columns/column.ts').matchAll(
    /^ {2}(\w+)(?:<[^(]+>)?\(.*\bColumn</gm,
  )
  const expected = [
    ...types.map((name) => `c.${name.replace(/^\w+ as /, '')}`),
    ...Array.from(methods, ([, name = '']) => `.${name}`),
  ]

  const [section = ''] = /^## Columns$[^]*?(?=^### )/m.exec(read('docs/guide/models.md')) ?? []

  assert.ok(expected.length > 25, `${expected.length} names`)
  assert.deepEqual(
    expected.filter((name) => !section.includes(`\`${name}(`) && !section.includes(`${name}<`)),
    [],
  )
})
