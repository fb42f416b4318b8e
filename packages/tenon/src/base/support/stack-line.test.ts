import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { formatLocation, parseStackLine } from './stack-line.ts'

describe('parseStackLine', () => {
  it('reads the place of functions with and without a name, also of those that wait', () => {
    const place = { file: '/app/todos.ts', row: '12', column: '5' }

    assert.deepEqual(parseStackLine('    at index (file:///app/todos.ts:12:5)'), place)
    assert.deepEqual(parseStackLine('    at file:///app/todos.ts:12:5'), place)
    assert.deepEqual(parseStackLine('    at async index (/app/todos.ts:12:5)'), place)
    assert.deepEqual(parseStackLine('    at async file:///app/todos.ts:12:5'), place)
  })

  it('finds nothing in code without a file', () => {
    assert.equal(parseStackLine('Error: at /app/todos.ts'), undefined)
    assert.equal(parseStackLine('    at process.processTicks (node:internal/x:104:5)'), undefined)
    assert.equal(parseStackLine('    at <anonymous>'), undefined)
  })
})

describe('formatLocation', () => {
  it('is relative to the working directory if the file is inside', () => {
    const position = { row: '12', column: '5' }

    const inside = formatLocation({ file: join(process.cwd(), 'app/todos.ts'), ...position })
    const outside = formatLocation({ file: '/elsewhere/todos.ts', ...position })

    assert.deepEqual([inside, outside], ['app/todos.ts:12:5', '/elsewhere/todos.ts:12:5'])
  })
})
