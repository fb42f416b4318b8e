import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { notes, startBinary } from './start-binary.ts'

describe('a command whose output is not read', () => {
  it('does its work and exits cleanly', async () => {
    const { child, ended } = startBinary({}, { file: notes, argv: ['migrate', '--pretend'] })
    child.stdout.destroy() // like "| head"

    const { code, stderr } = await ended

    assert.deepEqual([code, stderr], [0, ''])
  })
})
