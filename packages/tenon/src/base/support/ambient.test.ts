import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { setImmediate as tick } from 'node:timers/promises'
import { Ambient } from './ambient.ts'

describe('Ambient', () => {
  it('is the value that was registered last, and never one that was taken back', () => {
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

  it('is another one within a call and all that it awaits', async () => {
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
