import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { LogOutput } from './log-output.ts'

describe('LogOutput', () => {
  it('forgets what it has written, also if the reader never catches up', async () => {
    using pipe = openPipe()
    const output = new LogOutput({ fd: pipe.fd, onDropped: () => {} })
    const before = usedMegabytes()

    let written = 0
    for (let read = 0; read < 30_000_000; read += pipe.read()) {
      for (let i = 0; i < 40; i++) output.write(`${String(written++).padEnd(2000, 'x')}\n`)
      await setImmediate()
    }

    const grown = usedMegabytes() - before
    assert.ok(grown < 20, `${grown} MB`)
  })
})

/** A pipe that takes 64 KB until something is read. */
function openPipe() {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-log-'))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const buffer = Buffer.alloc(64 * 1024)
  return {
    fd,
    read(): number {
      try {
        return readSync(fd, buffer)
      } catch {
        return 0 // Nothing is in it: the output tries again after a while.
      }
    },
    [Symbol.dispose]() {
      closeSync(fd)
      rmSync(folder, { recursive: true })
    },
  }
}

function usedMegabytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 1e6
}
