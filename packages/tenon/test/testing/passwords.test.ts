import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { application, routes } from 'tenon'
import { hash } from 'tenon/auth'
import { testApp } from 'tenon/testing'

const empty = application({ root: import.meta.dirname, routes: routes([]) })

describe('passwords', () => {
  it('are hashed at the least cost in a test, and at the recommended one outside of it', async () => {
    const before = await hash.make('correct horse')
    let during = ''
    {
      await using _app = await testApp({ application: empty })
      during = await hash.make('correct horse')

      assert.equal(await hash.verify('correct horse', during), true)
      assert.equal(await hash.verify('correct horse', before), true)
      assert.equal(await hash.verify('wrong', during), false)
      assert.equal(await hash.verify('wrong', undefined), false)
      assert.deepEqual([before, during].map(isOld), [false, false])
    }
    const after = await hash.make('correct horse')

    assert.deepEqual([before, during, after].map(toCost), [
      'm=19456,t=2,p=1',
      'm=8,t=1,p=1',
      'm=19456,t=2,p=1',
    ])
    assert.deepEqual([during, after].map(isOld), [true, false])
  })
})

function isOld(hashed: string): boolean {
  return hash.needsRehash(hashed)
}

function toCost(hashed: string): string | undefined {
  return hashed.split('$')[3]
}
