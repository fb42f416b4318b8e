import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from './command.ts'
import { findViolations } from './layer-rules.ts'
import { layers } from './layers.ts'

describe('the rules of the layers', () => {
  it('accept imports of the own room, of lower rooms and of packages', () => {
    const text = [
      "import { readFile } from 'node:fs/promises'",
      "import { Kysely } from 'kysely'",
      "import { SetupError } from '../support/setup-error.ts'",
      "import { sql } from './sql.ts'",
    ].join('\n')

    assert.deepEqual(violations({ 'database/database.ts': text }), [])
  })

  it('refuse an import that points up', () => {
    const text = "import { sql } from '../database/sql.ts'"

    assert.deepEqual(violations({ 'http/reply.ts': text }), [
      'http/reply.ts:1 imports "../database/sql.ts": "database" lies above "http", ' +
        'imports must point down',
    ])
  })

  it('refuse an import of types that points up, over several lines', () => {
    const text = "import type {\n  Sql,\n  Value,\n} from '../database/sql.ts'"

    assert.match(only({ 'http/reply.ts': text }), /^http\/reply\.ts:4 imports/)
  })

  it('refuse an import() that points up', () => {
    const text = "export const load = () => import('../server/listen.ts')"

    assert.match(only({ 'app/application.ts': text }), /"server" lies above "app"/)
  })

  it('refuse an import between neighbours, from a folder inside the room too', () => {
    const text = "export { match } from '../../routing/match.ts'"

    assert.match(
      only({ 'database/sqlite/open.ts': text }),
      /"routing" is a neighbour of "database", join them in a higher room/,
    )
  })

  it('refuse a door inside a room', () => {
    const text = "import { get } from '../index.ts'"

    assert.match(only({ 'app/application.ts': text }), /a room must not import a door/)
  })

  it('refuse a room that the table does not know', () => {
    const text = "import { get } from '../support/get.ts'"

    assert.match(only({ 'mail/send.ts': text }), /"mail" is missing in the table/)
  })

  it('keep node:http for the server and Vite for the room of that name', () => {
    const text = "import { createServer } from 'node:http'\nimport type { Plugin } from 'vite'"

    assert.deepEqual(violations({ 'app/listen.ts': text }), [
      'app/listen.ts:1 imports "node:http": only the room "server" may import it',
      'app/listen.ts:2 imports "vite": only the room "vite" may import it',
    ])
    assert.deepEqual(violations({ 'server/listen.ts': "import 'node:http'" }), [])
  })

  it('refuse process.env outside the configuration, comments aside', () => {
    const text = '// process.env is not read here\nexport const port = process.env.PORT'

    assert.match(only({ 'server/port.ts': text }), /^server\/port\.ts:2 reads process\.env/)
    assert.deepEqual(violations({ 'config/port.ts': text }), [])
  })

  it('refuse code and stars in a door', () => {
    const list = "export { get, type Route } from './routing/route.ts'\n"

    assert.deepEqual(violations({ 'index.ts': `/** Routes. */\n${list}` }), [])
    assert.deepEqual(violations({ 'react.ts': "export { Link } from '@inertiajs/react'" }), [])
    assert.match(only({ 'pages.ts': "export { get } from './index.ts'" }), /a door holds only/)
    assert.match(only({ 'index.ts': `${list}const x = 1` }), /not "const x = 1"/)
    assert.match(only({ 'index.ts': "export * from './routing/route.ts'" }), /a door holds only/)
  })

  it('refuse a door of more than 40 runtime names, types aside', () => {
    const names = Array.from({ length: 41 }, (_, i) => `name${i}`)

    assert.match(only({ 'index.ts': door(names) }), /index\.ts: 41 runtime names/)
    assert.deepEqual(violations({ 'index.ts': door(names.map((name) => `type ${name}`)) }), [])
  })

  it('refuse a room of more than 15 files, tests aside', () => {
    const files = Object.fromEntries(
      Array.from({ length: 16 }, (_, i) => [`http/file-${i}.ts`, 'export {}']),
    )

    assert.match(only({ ...files, 'http/reply.test.ts': '' }), /^http\/: 16 files/)
  })

  it('refuse a file named after no concept', () => {
    assert.match(only({ 'support/utils.ts': '' }), /"utils" names no concept/)
  })

  it('do not take a text that looks like an import for one', () => {
    const text = "const page = `\nimport x from '../server/x.ts'\n`"

    assert.deepEqual(violations({ 'http/reply.ts': text }), [])
  })
})

describe('the table of layers in ARCHITECTURE.md', () => {
  it('is the one that is checked', () => {
    const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

    const lines = [...page.matchAll(/^\| (?:top|bottom)? ?\| (`[^|]+`) \|/gm)].map(
      ([, rooms = '']) => [...rooms.matchAll(/`(\w+)`/g)].map(([, room]) => room),
    )

    assert.deepEqual(lines.toReversed(), layers)
  })
})

function violations(files: Record<string, string>): readonly string[] {
  return findViolations(new Map(Object.entries(files)))
}

function only(files: Record<string, string>): string {
  const found = violations(files)
  assert.equal(found.length, 1, found.join('\n'))
  return found[0] ?? ''
}

function door(names: readonly string[]): string {
  return `export {\n  ${names.join(',\n  ')},\n} from './routing/route.ts'`
}
