import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addEntry, addItem, addProperty, removeEntry } from './source-edits.ts'

const models = { name: 'models', brackets: '{}' } as const

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

  it('undo each other where the new entry is too long for the line', () => {
    const text = '  models: { A },\n'
    const long = 'Long'.repeat(25)

    const added = addEntry(text, models, long) ?? ''

    assert.equal(added, `  models: {\n    A,\n    ${long},\n  },\n`)
    assert.equal(removeEntry(added, models, long), text)
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
