import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { it } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const program = `
  import { findPort } from ${JSON.stringify(join(import.meta.dirname, 'find-port.ts'))}
  const ports = []
  for (let i = 0; i < 300; i++) ports.push(await findPort())
  console.log(JSON.stringify(ports))
`

it('gives no port to two tests of different processes', async () => {
  const found = await Promise.all(
    [1, 2, 3].map(async () => {
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program])
      const ports: readonly number[] = JSON.parse(stdout)
      return ports
    }),
  )

  const ports = found.flat()
  assert.deepEqual([ports.length, new Set(ports).size], [900, 900])
})
