import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { bareEnvironment } from '../support/bare-environment.ts'
import { fromSources, tenonCommand } from '../support/bundled-program.ts'

describe('a command of the application that tenon runs', () => {
  it('gets the words and the options of the call', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'tenon-delegated-'))
    const program = 'console.log(JSON.stringify(process.argv.slice(2)))'
    writeFileSync(join(place.path, 'main.js'), program)

    const document = runTenon(place.path, ['client', 'v1', '--standalone'])
    const types = runTenon(place.path, ['client', '--types'])
    const statement = runTenon(place.path, ['db', '--database=reports', 'select 1'])
    const shell = runTenon(place.path, ['db', '--database', 'reports'])

    assert.deepEqual(document, ['client', '--standalone', '--', 'v1'])
    assert.deepEqual(types, ['client', '--types'])
    assert.deepEqual(statement, ['db', '--database=reports', '--', 'select 1'])
    assert.deepEqual(shell, ['db', '--database=reports'])
  })
})

/** Runs the command in a folder, and returns what its `main.js` was given. */
function runTenon(cwd: string, argv: readonly string[]): unknown {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...fromSources(), tenonCommand(), ...argv],
    { cwd, env: bareEnvironment, encoding: 'utf8' },
  )
  return stdout === '' ? stderr : JSON.parse(stdout)
}
