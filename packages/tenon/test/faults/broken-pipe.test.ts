import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { notes, startBinary } from './start-binary.ts'

describe('a command whose output nobody reads', () => {
  it('does its work and ends in order', async () => {
    const { child, ended } = startBinary({}, { file: notes, argv: ['migrate', '--pretend'] })
    child.stdout.destroy() // as "| head" does

    const { code, stderr } = await ended

    assert.deepEqual([code, stderr], [0, ''])
  })
})
