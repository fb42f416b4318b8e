import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startServing } from '../faults/start-binary.ts'
import { until } from '../support/until.ts'

const guide = readFileSync(
  join(import.meta.dirname, '../../../../docs/guide/operations.md'),
  'utf8',
)

const production = {
  APP_ENV: 'production',
  APP_KEY: 'q7J1n0eWmXk4v2sPz9aTgB5cYdRfHhLu',
  SERVER_HOST: '127.0.0.1',
}

/** The options of Node that the guide names for a kind of file, with a folder of the test's own. */
function findOptions(name: string, folder: string): string {
  const [, options = ''] = new RegExp(`\`node (--${name}[^\`]*) main\\.js\``).exec(guide) ?? []
  assert.notEqual(options, '')
  return options.replaceAll('/var/lib/app', folder)
}

describe('a process in production, started as the guide says', () => {
  it('writes a heap snapshot on SIGUSR2, and serves on', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-profile-'))
    const options = findOptions('heapsnapshot-signal', folder.path)
    using app = await startServing({ ...production, NODE_OPTIONS: options })

    app.child.kill('SIGUSR2')
    const snapshot = await untilWritten(folder.path, '.heapsnapshot')
    const answer = await fetch(`http://127.0.0.1:${app.port}/`)
    app.child.kill('SIGTERM')

    assert.ok(Array.isArray(snapshot['nodes']))
    assert.equal(await answer.text(), 'pong')
    assert.equal((await app.ended).code, 0)
  })

  it('writes a profile of the processor when SIGTERM has stopped it', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-profile-'))
    const options = findOptions('cpu-prof', folder.path)
    using app = await startServing({ ...production, NODE_OPTIONS: options })

    await fetch(`http://127.0.0.1:${app.port}/`)
    app.child.kill('SIGTERM')
    const { code } = await app.ended
    const profile = await untilWritten(folder.path, '.cpuprofile')

    assert.equal(code, 0)
    assert.ok(Array.isArray(profile['samples']))
  })
})

/** Waits for a file that can be read completely. */
async function untilWritten(folder: string, extension: string): Promise<Record<string, unknown>> {
  return until(() => {
    const name = readdirSync(folder).find((each) => each.endsWith(extension))
    return name === undefined ? undefined : parse(readFileSync(join(folder, name), 'utf8'))
  })
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined // It is still being written.
  }
}
