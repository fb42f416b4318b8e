import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCommand } from './command.ts'

describe('a command with a limit of silence', () => {
  it('is killed when it prints nothing for that long', async () => {
    const hung = ['-e', 'setInterval(() => {}, 1_000)']

    assert.equal((await runCommand('node', hung, { silenceMs: 200 })).exitCode, null)
  })

  it('is over then, also if a process that it has left has its output open', async () => {
    const left = `require('node:child_process').spawn('sleep', ['2'], { stdio: 'inherit', detached: true }).unref()`

    const { durationMs } = await runCommand('node', ['-e', left], { silenceMs: 500 })

    assert.ok(durationMs < 2_000, `${durationMs} ms`)
  })

  it('may take longer as long as it prints', async () => {
    const talking = [
      '-e',
      'let i = 0; const t = setInterval(() => { console.log(i); if (i++ === 20) clearInterval(t) }, 100)',
    ]
    const { exitCode, durationMs } = await runCommand('node', talking, { silenceMs: 1_500 })

    assert.equal(exitCode, 0)
    assert.ok(durationMs > 1_500, 'it must outlast the limit to prove something')
  })
})
