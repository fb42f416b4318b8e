import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { fromSources } from '../support/bundled-program.ts'
import { onDialect } from '../support/for-each-dialect.ts'

const helpdesk = join(import.meta.dirname, '../../../../examples/helpdesk')

onDialect('postgres', 'the helpdesk', (open) => {
  it('passes its own tests', async () => {
    const files = globSync('tests/*.test.ts', { cwd: helpdesk })
    const env = { ...process.env, NODE_TEST_CONTEXT: '', TEST_DATABASE_URL: await open.url() }
    const flags = [...fromSources(), '--test', '--test-isolation=none']

    const run = spawnSync(process.execPath, [...flags, ...files], {
      cwd: helpdesk,
      env,
      encoding: 'utf8',
    })

    assert.ok(files.length > 3)
    assert.equal(run.status, 0, run.stdout)
  })
})
