import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkProgram } from '../../src/tooling/graph/check-program.ts'
import { readLargeProgram, writeLargeProgram } from './large-program.ts'

it('checks an application of 300 routes in less than two seconds of processor time', () => {
  const texts = writeLargeProgram(60)
  const before = process.cpuUsage()

  const program = readLargeProgram(texts, 60)
  const found = checkProgram(program)

  const { user, system } = process.cpuUsage(before)
  assert.equal(program.routes.length, 300)
  assert.deepEqual(found, [])
  const seconds = (user + system) / 1_000_000
  assert.ok(seconds < 2, `It took ${seconds} s`)
})
