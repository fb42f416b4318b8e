import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { Announcements } from './announcements.ts'

describe('Announcements', () => {
  it('reach a listener until it unsubscribes', () => {
    const announcements = new Announcements<number>('tenon.test.announcements')
    const heard: number[] = []
    announcements.tell(1)

    const stop = announcements.listen((message) => heard.push(message))
    assert.equal(announcements.isHeard, true)
    announcements.tell(2)
    stop()
    announcements.tell(3)

    assert.deepEqual(heard, [2])
    assert.equal(announcements.isHeard, false)
  })
})
