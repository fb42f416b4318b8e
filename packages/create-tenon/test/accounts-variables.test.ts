import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const file = join(import.meta.dirname, '../../../examples/accounts/app/providers.ts')
const print = `const { providers } = await import(${JSON.stringify(file)})
console.log(JSON.stringify(providers.available.map(({ name }) => name)))`

describe('accounts', () => {
  it('offer the providers whose variables are in the .env file', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-variables-'))
    writeFileSync(join(folder.path, '.env'), 'GITHUB_CLIENT_ID=app\nGITHUB_CLIENT_SECRET=secret\n')

    const printed = execFileSync(
      process.execPath,
      ['--conditions=source', '--input-type=module', '--eval', print],
      { cwd: folder.path, encoding: 'utf8' },
    )

    assert.deepEqual(JSON.parse(printed), ['github'])
  })
})
