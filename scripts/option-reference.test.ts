import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from './command.ts'

const source = 'packages/tenon/src/application/runtime/application-options.ts'

describe('the table of options in docs/reference/configuration.md', () => {
  it('has a row for each option of application(), and no others', () => {
    const [, members = ''] = /interface \w*Options[^{]*\{\n([^]*?)\n\}/.exec(read(source)) ?? []
    const options = [...members.matchAll(/^ {2}readonly (\w+)\??:/gm)]
    const page = read('docs/reference/configuration.md')
    const [, table = ''] = /^## `application\(options\)`\n([^]*?)\n## /m.exec(page) ?? []

    assert.ok(options.length > 15)
    assert.deepEqual(toNames([...table.matchAll(/^\| `(\w+)` \|/gm)]), toNames(options))
  })
})

describe('the settings that the dashboard lists', () => {
  it('are the variables of the table in docs/reference/configuration.md', () => {
    const settings = read('packages/tenon/src/application/config/describe-settings.ts')
    const page = read('docs/reference/configuration.md')
    const [, table = ''] = /^## Environment variables\n([^]*?)\n## /m.exec(page) ?? []

    assert.deepEqual(
      toNames([...settings.matchAll(/^ {4}([A-Z_]+):/gm)]),
      toNames([...table.matchAll(/^\| `([A-Z_]+)` \|/gm)]),
    )
  })
})

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function toNames(matches: readonly RegExpExecArray[]): readonly string[] {
  return matches.map(([, name = '']) => name).toSorted()
}
