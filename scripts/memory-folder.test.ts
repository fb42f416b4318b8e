import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const program = `
import { tmpdir } from 'node:os'
import { useMemoryFolder } from '${join(import.meta.dirname, 'memory-folder.ts')}'
useMemoryFolder()
console.log(JSON.stringify([tmpdir(), process.env.TEST_LASTING ?? null]))
setInterval(() => {}, 1000)`

/** Starts the program, and ends it with a signal. */
async function run(signal: NodeJS.Signals) {
  const { TMPDIR: _own, TEST_LASTING: _lasting, ...env } = process.env
  const child = spawn('node', ['--input-type=module', '-e', program], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const [folder, lasting] = JSON.parse(String(line))
  const existed = existsSync(folder)
  child.kill(signal)
  const [exitCode] = await once(child, 'exit')
  return { folder, lasting, existed, exitCode }
}

describe('the temporary folder of a test run', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`is in memory if there is space, and gone after ${signal}`, async () => {
      const { folder, lasting, existed, exitCode } = await run(signal)

      assert.ok(existed)
      if (lasting === null) return assert.ok(!folder.startsWith('/dev/shm'))
      assert.match(folder, /^\/dev\/shm\/tenon-test-/)
      assert.ok(!lasting.startsWith('/dev/shm'), `${lasting}, not ${tmpdir()}`)
      assert.ok(!existsSync(folder))
      assert.equal(exitCode, signal === 'SIGINT' ? 130 : 143)
    })
  }
})
