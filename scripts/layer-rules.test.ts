import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from './command.ts'
import { findViolations } from './layer-rules.ts'
import { wings } from './layers.ts'

describe('the rules of the layers', () => {
  it('accept imports from the same room, from lower rooms and from packages', () => {
    const text = [
      "import { readFile } from 'node:fs/promises'",
      "import { Kysely } from 'kysely'",
      "import { SetupError } from '../../base/support/setup-error.ts'",
      "import { sql } from './sql.ts'",
    ].join('\n')

    assert.deepEqual(violations({ 'data/database/database.ts': text }), [])
  })

  it('refuse an import that points up', () => {
    const text = "import { sql } from '../../data/database/sql.ts'"

    assert.deepEqual(violations({ 'base/log/log.ts': text }), [
      'base/log/log.ts:1 imports "../../data/database/sql.ts": "data" lies above "base", ' +
        'imports must point down',
    ])
  })

  it('refuse an import inside a wing that points up', () => {
    const text = "import { get } from '../routing/route.ts'"

    assert.match(only({ 'web/http/reply.ts': text }), /"web\/routing" lies above "web\/http"/)
  })

  it('refuse an import between wings on the same level', () => {
    const text = "import { page } from '../../pages/pages/page.ts'"

    assert.match(
      only({ 'work/jobs/job.ts': text }),
      /"pages" is a neighbor of "work", join them in a higher room/,
    )
  })

  it('refuse a multi-line type import that points up', () => {
    const text = "import type {\n  Sql,\n  Value,\n} from '../../data/database/sql.ts'"

    assert.match(only({ 'base/log/log.ts': text }), /^base\/log\/log\.ts:4 imports/)
  })

  it('refuse an import() that points up', () => {
    const text = "export const load = () => import('../server/listen.ts')"

    assert.match(only({ 'web/binding/x.ts': text }), /"web\/server" lies above "web\/binding"/)
  })

  it('refuse an import between neighbors, even from a folder inside the room', () => {
    const text = "export { validate } from '../../validation/validate.ts'"

    assert.match(
      only({ 'web/http/cookies/open.ts': text }),
      /"web\/validation" is a neighbor of "web\/http", join them in a higher room/,
    )
  })

  it('refuse importing a door inside a room', () => {
    const text = "import { get } from '../../index.ts'"

    assert.match(only({ 'application/kernel/kernel.ts': text }), /a room must not import a door/)
  })

  it('refuse a room that is missing in the table', () => {
    const text = "import { get } from '../../base/support/get.ts'"

    assert.match(only({ 'stores/fax/send.ts': text }), /"stores\/fax" is missing in the table/)
  })

  it('reserve node:http for the server and Vite for the room of that name', () => {
    const text = "import { createServer } from 'node:http'\nimport type { Plugin } from 'vite'"

    assert.deepEqual(violations({ 'web/http/listen.ts': text }), [
      'web/http/listen.ts:1 imports "node:http": only the room "web/server" may import it',
      'web/http/listen.ts:2 imports "vite": only the room "pages/vite" may import it',
    ])
    assert.deepEqual(violations({ 'web/server/listen.ts': "import 'node:http'" }), [])
  })

  it('refuse process.env outside the configuration, except in comments', () => {
    const text = '// process.env is not read here\nexport const port = process.env.PORT'

    assert.match(
      only({ 'web/server/port.ts': text }),
      /^web\/server\/port\.ts:2 reads process\.env/,
    )
    assert.deepEqual(violations({ 'application/config/port.ts': text }), [])
  })

  it('refuse a comparison of the dialect above the data, except in comments', () => {
    const text = "// dialect === 'sqlite'\nconst isLocked = database.dialect === 'sqlite'"

    assert.match(
      only({ 'work/jobs/job.ts': text }),
      /^work\/jobs\/job\.ts:2 compares the dialect: ask the adapter in data\/database\/dialects/,
    )
    assert.deepEqual(violations({ 'data/queries/query.ts': text }), [])
  })

  it('refuse a comparison of the dialect in any form', () => {
    const forms = [
      "if ('postgres' !== kind) run()",
      'switch (url.dialect) {}',
      "switch (kind) { case 'sqlite': }",
      'const isOther = one.dialect !== other.dialect',
    ]

    const found = forms.map((text) => violations({ 'work/jobs/job.ts': text }).length)

    assert.deepEqual(found, [1, 1, 1, 1])
  })

  it('refuse code and star exports in a door', () => {
    const list = "export { get, type Route } from './web/routing/route.ts'\n"

    assert.deepEqual(violations({ 'index.ts': `/** Routes. */\n${list}` }), [])
    assert.deepEqual(violations({ 'react.ts': "export { Link } from '@inertiajs/react'" }), [])
    assert.match(only({ 'pages.ts': "export { get } from './index.ts'" }), /a door holds only/)
    assert.match(only({ 'index.ts': `${list}const x = 1` }), /not "const x = 1"/)
    assert.match(
      only({ 'index.ts': "export * from './web/routing/route.ts'" }),
      /a door holds only/,
    )
  })

  it('refuse a door with more than 40 runtime names, not counting types', () => {
    const names = Array.from({ length: 41 }, (_, i) => `name${i}`)

    assert.match(only({ 'index.ts': door(names) }), /index\.ts: 41 runtime names/)
    assert.deepEqual(violations({ 'index.ts': door(names.map((name) => `type ${name}`)) }), [])
  })

  it('refuse a folder with more than 15 files, not counting tests', () => {
    const files = Object.fromEntries(
      Array.from({ length: 16 }, (_, i) => [`web/http/file-${i}.ts`, 'export {}']),
    )

    assert.match(only({ ...files, 'web/http/reply.test.ts': '' }), /^web\/http\/: 16 files/)
  })

  it('refuse a room with more than 40 files in all its folders', () => {
    const files = Object.fromEntries(
      Array.from({ length: 41 }, (_, i) => [`web/http/folder-${i % 3}/file-${i}.ts`, 'export {}']),
    )

    assert.match(only(files), /^web\/http\/: 41 files, a room has at most 40/)
  })

  it('refuse a circle of files, also if a part of it is loaded late', () => {
    const files = {
      'web/http/one.ts': "import { two } from './two.ts'",
      'web/http/two.ts': "import type { Three } from './deep/three.ts'",
      'web/http/deep/three.ts': "export const load = () => import('../one.ts')",
    }

    assert.match(
      only(files),
      /^web\/http\/one\.ts → web\/http\/two\.ts → web\/http\/deep\/three\.ts → web\/http\/one\.ts is a circle/,
    )
  })

  it('refuse folders of a room that import each other', () => {
    const files = {
      'web/http/one/a.ts': "import { b } from '../two/deep/b.ts'",
      'web/http/two/deep/b.ts': '',
      'web/http/two/c.ts': "import { d } from '../one/d.ts'",
      'web/http/one/d.ts': "import { e } from '../e.ts'",
    }

    assert.match(only(files), /^web\/http\/one → web\/http\/two → web\/http\/one is a circle/)
  })

  it('refuse a wing with more than 10 rooms', () => {
    const files = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [`web/room-${i}/concept.ts`, 'export {}']),
    )

    assert.match(only(files), /^web\/: 11 rooms/)
  })

  it('refuse a meaningless file name', () => {
    assert.match(only({ 'base/support/utils.ts': '' }), /"utils" says nothing/)
  })

  it('do not mistake text that looks like an import for one', () => {
    const text = "const page = `\nimport x from '../server/x.ts'\n`"

    assert.deepEqual(violations({ 'web/http/reply.ts': text }), [])
  })
})

describe('the table of wings in ARCHITECTURE.md', () => {
  it('matches the table that is checked', () => {
    const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

    const rows = [...page.matchAll(/^\| `(\w+)` \| (`[^|]+`) \|/gm)].map(([, wing, cell = '']) => [
      wing,
      cell.split('→').map((line) => [...line.matchAll(/`(\w+)`/g)].map(([, room]) => room)),
    ])

    assert.deepEqual(Object.fromEntries(rows), Object.assign({}, ...wings))
  })
})

describe('the places that ARCHITECTURE.md names', () => {
  it('exist', () => {
    const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const places = [...page.matchAll(/`((?:[a-z][\w-]*\/){2,}(?:[\w-]+\.tsx?)?)`/g)]
      .map(([, place = '']) => place)
      .filter((place) => wingNames.has(place.replace(/\/.*$/, '')))

    assert.ok(places.length > 25)
    assert.deepEqual(
      places.filter((place) => !existsSync(join(root, 'packages/tenon/src', place))),
      [],
    )
  })
})

const wingNames = new Set(wings.flatMap((neighbors) => Object.keys(neighbors)))

function violations(files: Record<string, string>): readonly string[] {
  return findViolations(new Map(Object.entries(files)))
}

function only(files: Record<string, string>): string {
  const found = violations(files)
  assert.equal(found.length, 1, found.join('\n'))
  return found[0] ?? ''
}

function door(names: readonly string[]): string {
  return `export {\n  ${names.join(',\n  ')},\n} from './web/routing/route.ts'`
}
