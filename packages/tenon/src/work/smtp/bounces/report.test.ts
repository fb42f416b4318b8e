import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { at, isRecent, listAt, parseReport, textAt } from './report.ts'

describe('the report of a mail provider', () => {
  const report = parseReport('{"event":{"to":"a@x.example","tags":["a"]},"list":{"length":1}}')

  it('is read by names, of which none needs to be there', () => {
    assert.equal(textAt(report, 'event', 'to'), 'a@x.example')
    assert.deepEqual(listAt(report, 'event', 'tags'), ['a'])
    assert.equal(textAt(report, 'event', 'to', 'more'), '')
    assert.deepEqual(listAt(report, 'list'), [])
    assert.equal(at(null, 'event'), undefined)
  })

  it('has no names that it only inherits', () => {
    assert.equal(at(report, 'event', 'toString'), undefined)
    assert.equal(at(parseReport('{"__proto__":{"a":1}}'), 'a'), undefined)
  })

  it('is refused with a 400 if it is not JSON', () => {
    assert.throws(() => parseReport('{'), { status: 400 })
  })

  it('is recent for as long as a provider may be late, in both directions', () => {
    const now = Math.floor(Date.now() / 1000)

    assert.equal(isRecent(String(now - 290), 300), true)
    assert.equal(isRecent(String(now + 290), 300), true)
    assert.equal(isRecent(String(now - 310), 300), false)
    assert.equal(isRecent(String(now + 310), 300), false)
    assert.equal(isRecent('', 300), false)
    assert.equal(isRecent('NaN', 300), false)
    assert.equal(isRecent(`${now}.0`, 300), false)
  })
})
