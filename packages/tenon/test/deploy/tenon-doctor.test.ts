import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { notes } from '../faults/start-binary.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { fromSources, tenonCommand } from '../support/bundled-program.ts'

const command = tenonCommand()

/** Runs a file in a folder, with only these variables. */
function run(cwd: string, [file = '', ...argv]: readonly string[], environment = {}) {
  const env = { ...bareEnvironment, ...environment }
  const options = { cwd, env, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...fromSources(), file, ...argv],
    options,
  )
  return { status, stdout, stderr }
}

describe('tenon doctor', () => {
  it('runs the doctor of the application in the current folder', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'tenon-doctor-'))
    const environment = { DATABASE_URL: `sqlite:${join(place.path, 'app.sqlite')}` }
    const folder = dirname(notes)

    const broken = run(folder, [command, 'doctor'], environment)
    const own = run(folder, [notes, 'doctor'], environment)
    run(folder, [notes, 'migrate'], environment)
    const sound = run(folder, [command, 'doctor', '--json'], environment)

    assert.deepEqual(broken, own)
    assert.equal(broken.status, 1)
    assert.match(broken.stdout, /^error {4}DATABASE_URL: .*does not exist$/m)
    assert.equal(sound.status, 0)
    assert.equal(JSON.parse(sound.stdout).isHealthy, true)
  })

  it('runs a build, and exits with its code', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'tenon-doctor-'))
    const program = 'console.log(process.argv.slice(2).join(" ")); process.exitCode = 3'
    writeFileSync(join(place.path, 'main.js'), program)

    const { status, stdout } = run(place.path, [command, 'doctor', '--json'])

    assert.deepEqual([status, stdout], [3, 'doctor --json\n'])
  })

  it('says where to run it, in a folder without an application', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'tenon-doctor-'))

    const { status, stderr } = run(place.path, [command, 'doctor'])

    assert.equal(status, 1)
    assert.match(stderr, /^There is no "main\.ts" or "main\.js" in "[^"]+"\. Run it in [^\n]+\n$/)
  })
})
