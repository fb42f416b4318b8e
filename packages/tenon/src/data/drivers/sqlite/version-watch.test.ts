import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import { watchVersion } from './version-watch.ts'

it('the watch of an SQLite file survives that the file cannot be read', () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const versions: (number | Error)[] = [
    1,
    1,
    new Error('disk I/O error'),
    new Error('again'),
    1,
    1,
    2,
  ]
  const told: number[] = []
  const readVersion = () => {
    const version = versions.shift()
    if (version instanceof Error) throw version
    return version
  }

  using _watch = watchVersion({ readVersion }).start(
    () => told.push(versions.length),
    () => [],
  )
  mock.timers.tick(6 * 4)
  mock.timers.reset()

  // Once it fails, once it works again, and for the commit.
  assert.deepEqual(told, [4, 2, 0])
})
