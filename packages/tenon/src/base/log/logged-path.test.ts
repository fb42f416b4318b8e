import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toLoggedPath } from './logged-path.ts'

describe('a path in the log', () => {
  it('has no token of a path of our own, also below the path of APP_URL', () => {
    const paths = [
      '/_app/storage/AV0gxux5',
      '/_app/storage/AV0g/xux5/',
      '/shop/_app/unsubscribe/AV0g\nxux5',
    ]

    assert.deepEqual(paths.map(toLoggedPath), [
      '/_app/storage/...',
      '/_app/storage/...',
      '/shop/_app/unsubscribe/...',
    ])
  })

  it('is otherwise as it was sent', () => {
    for (const path of ['/', '/todos/7', '/_app/health', '/_app/storage/', '/files/_app']) {
      assert.equal(toLoggedPath(path), path)
    }
  })
})
