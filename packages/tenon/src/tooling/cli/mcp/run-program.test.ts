import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runProgram, toEnd } from './run-program.ts'

it('returns all that a program prints, for documents, or its end, for reports', async () => {
  const script = "console.log('a' + 'b'.repeat(100_000) + 'c')"

  const all = await runProgram(import.meta.dirname, process.execPath, ['-e', script])

  assert.match(all.output, /^ab{100000}c\n$/)
  assert.match(toEnd(all).output, /^b{59998}c\n$/)
})
