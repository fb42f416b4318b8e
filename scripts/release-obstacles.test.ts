import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findObstacles, type ReleaseState } from './release-obstacles.ts'

const ready: ReleaseState = {
  current: '0.1.0',
  changes: '',
  tags: 'v0.1.0\n',
  changelog: '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n## 0.1.0\n',
}

describe('findObstacles', () => {
  it('finds none for a version that is ready', () => {
    assert.deepEqual(findObstacles('0.2.0', ready), [])
  })

  it('accepts the current version as long as it has no tag, as for the first release', () => {
    assert.deepEqual(findObstacles('0.1.0', { ...ready, tags: '' }), [])
    assert.deepEqual(findObstacles('0.1.0', ready), ['The tag v0.1.0 exists.'])
  })

  it('finds what is not a version', () => {
    for (const text of ['', '1', '0.2', 'v0.2.0', '0.2.0 ', '0.2.0-', 'latest']) {
      assert.match(findObstacles(text, ready).join(), /is not a version/, text)
    }
  })

  it('finds an older version', () => {
    assert.match(findObstacles('0.0.9', ready)[0] ?? '', /0\.0\.9 is older than 0\.1\.0/)
  })

  it('finds changes that are not committed, and names them', () => {
    const [obstacle = ''] = findObstacles('0.2.0', { ...ready, changes: ' M README.md\n' })

    assert.match(obstacle, /Commit or discard.*\n M README\.md$/)
  })

  it('finds a changelog without the version', () => {
    assert.match(findObstacles('0.3.0', ready).join(), /CHANGELOG\.md has no section for 0\.3\.0/)
    assert.match(findObstacles('0.2.0-beta.1', ready).join(), /no section for 0\.2\.0-beta\.1/)
  })
})
