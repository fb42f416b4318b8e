import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { ifThere } from './if-there.ts'

it('answers undefined for a missing file, and throws if one cannot be read', async () => {
  const own = import.meta.filename

  assert.equal(await ifThere(readFile(join(import.meta.dirname, 'missing'))), undefined)
  assert.match((await ifThere(readFile(own, 'utf8'))) ?? '', /ifThere/)
  await assert.rejects(ifThere(readFile(import.meta.dirname)), { code: 'EISDIR' })
})
