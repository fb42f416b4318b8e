import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  addEntry,
  addImport,
  addItem,
  addNames,
  addProperty,
  removeEntry,
  removeUnused,
} from './source-edits.ts'

const models = { name: 'models', brackets: '{}' } as const

describe('addImport', () => {
  it('adds a line after the last import, even if that spans several lines', () => {
    const text = `import a from 'a'\nimport {\n  b,\n} from 'b'\n\nconst c = 'import x'\n`

    const added = addImport(text, `import d from 'd'`)

    assert.equal(added, text.replace(`from 'b'\n`, `from 'b'\nimport d from 'd'\n`))
  })

  it('does not change a file without imports', () => {
    assert.equal(addImport('const a = 1\n', `import d from 'd'`), undefined)
  })
})

describe('addNames', () => {
  it('keeps sorted names sorted', () => {
    const added = addNames(`import { get, routes } from 'tenon'\n`, 'tenon', ['post', 'get'])

    assert.equal(added, `import { get, post, routes } from 'tenon'\n`)
  })

  it('appends to unsorted names', () => {
    const added = addNames(`import { routes, get } from 'tenon'\n`, 'tenon', ['del'])

    assert.equal(added, `import { routes, get, del } from 'tenon'\n`)
  })

  it('breaks a line that gets too long', () => {
    const long = 'aRatherLongNameThatIsImportedFromSomewhere'
    const text = `import { ${long}1, ${long}2 } from 'tenon'\n`

    assert.equal(
      addNames(text, 'tenon', ['z']),
      `import {\n  ${long}1,\n  ${long}2,\n  z,\n} from 'tenon'\n`,
    )
  })
})

describe('removeUnused', () => {
  it('removes only names that are no longer called', () => {
    const text = `import { del, get, routes } from 'tenon'\n\nroutes([get('/')])\n`

    assert.equal(
      removeUnused(text, 'tenon', ['del', 'get']),
      `import { get, routes } from 'tenon'\n\nroutes([get('/')])\n`,
    )
  })
})

describe('addItem', () => {
  it('adds to the end of a list, even an empty one', () => {
    assert.equal(addItem('x([\n  a,\n])\n', 'x([', '  b,\n'), 'x([\n  a,\n  b,\n])\n')
    assert.equal(addItem('x([\n])\n', 'x([', '  b,\n'), 'x([\n  b,\n])\n')
  })

  it('keeps the fallback last, with the comment above it', () => {
    const before = 'routes([\n  a,\n'
    const fallback = '  // Last.\n  fallback(() => {\n    throw x()\n  }),\n])\n'

    const added = addItem(before + fallback, 'routes([', '  b,\n')

    assert.equal(added, `${before}  b,\n${fallback}`)
  })

  it('does not change a list on one line, or one without a trailing comma', () => {
    assert.equal(addItem('x([a])\n', 'x([', '  b,\n'), undefined)
    assert.equal(addItem('x([\n  a\n])\n', 'x([', '  b,\n'), undefined)
  })

  it('does not add an item that exists', () => {
    assert.equal(addItem('x([\n  b,\n])\n', 'x([', '  b,\n'), 'x([\n  b,\n])\n')
  })
})

describe('addEntry and removeEntry', () => {
  it('undo each other, on one line and on several', () => {
    for (const text of ['  models: { A },\n', '  models: {\n    A,\n    B,\n  },\n']) {
      const added = addEntry(text, models, 'C') ?? ''

      assert.match(added, /C/, text)
      assert.equal(removeEntry(added, models, 'C'), text)
    }
  })

  it('do not change a property of another shape', () => {
    assert.equal(addEntry('  models: all(),\n', models, 'C'), undefined)
    assert.equal(addEntry('  models,\n', models, 'C'), undefined)
  })

  it('remove a property with its last entry', () => {
    const text = 'application({\n  root,\n})\n'
    const commands = { name: 'commands', brackets: '[]' } as const

    const added = addProperty(text, '  commands: [a],') ?? ''

    assert.equal(added, 'application({\n  root,\n  commands: [a],\n})\n')
    assert.equal(removeEntry(added, commands, 'a'), text)
  })
})
