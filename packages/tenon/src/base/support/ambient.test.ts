import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { setImmediate as tick } from 'node:timers/promises'
import { Ambient } from './ambient.ts'

describe('Ambient', () => {
  it('returns the value registered last, and never one that was unregistered', () => {
    const ambient = new Ambient<string>()
    assert.equal(ambient.get(), undefined)

    const forgetFirst = ambient.register('first')
    const forgetSecond = ambient.register('second')
    assert.equal(ambient.get(), 'second')
    forgetFirst()
    forgetFirst()
    assert.equal(ambient.get(), 'second')
    forgetSecond()

    assert.equal(ambient.get(), undefined)
  })

  it('returns a different value inside run() and everything it awaits', async () => {
    const ambient = new Ambient<string>()
    using stack = new DisposableStack()
    stack.defer(ambient.register('outer'))

    const inner = await ambient.run('inner', async () => {
      await tick()
      return ambient.get()
    })

    assert.equal(inner, 'inner')
    assert.equal(ambient.get(), 'outer')
  })
})
