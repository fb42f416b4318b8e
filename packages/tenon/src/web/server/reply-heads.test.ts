import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noContent, text } from '../http/replies.ts'
import type { FinishedReply } from '../http/reply.ts'
import { createHeaderBlocks } from './header-blocks.ts'
import { ReplyHeads } from './reply-heads.ts'

const noon = Date.UTC(2026, 10, 28, 12)

function createHeads(): ReplyHeads {
  return new ReplyHeads(createHeaderBlocks({ 'x-name': 'caf\u00e9' }), 5000)
}

/** The fields of a head as text, sorted. */
function fieldsOf(head: string): readonly string[] {
  const [, ...lines] = head.slice(0, head.indexOf('\r\n\r\n')).split('\r\n')
  return lines.toSorted()
}

describe('a head as text', () => {
  it('has the fields that the list has, with the date and the connection', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: noon })
    const replies: readonly FinishedReply[] = [
      text('a'),
      text('b').status(404).header('x-own', '1').append('link', '<a>').append('link', '<b>'),
      text('c').header('referrer-policy', 'origin').header('date', 'never').cookie('d', 'e'),
      noContent(),
      text('f'),
    ]
    const heads = createHeads()

    const both = [false, true].flatMap((isSecure) =>
      replies.map((reply) => {
        const length = typeof reply.body === 'string' ? reply.body.length : undefined
        const list = heads.toList(reply, { isSecure, isLast: false, length })
        const listed = list.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${list[i + 1]}`] : []))
        return { listed, written: heads.toText(reply, isSecure, length ?? 0) }
      }),
    )

    const ofConnection = ['connection: keep-alive', 'keep-alive: timeout=5']
    const date = 'date: Sat, 28 Nov 2026 12:00:00 GMT'
    assert.deepEqual(
      both.map(({ written }) => fieldsOf(written)),
      both.map(({ listed }) => [...listed, ...ofConnection, date].toSorted()),
    )
    assert.deepEqual(
      both.slice(0, 4).map(({ written }) => written.slice(0, written.indexOf('\r\n'))),
      ['200 OK', '404 Not Found', '200 OK', '204 No Content'].map((status) => `HTTP/1.1 ${status}`),
    )
    assert.ok(both.every(({ written }) => written.endsWith('\r\n\r\n')))
  })

  it('has the date of its second, whichever status came before', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: noon })
    const heads = createHeads()
    const dateOf = (status: number) =>
      /\r\ndate: .*12:00:(\d\d) GMT\r\n/.exec(heads.toText(text('').status(status), false, 0))?.[1]
    const dates = [dateOf(200), dateOf(404)]

    t.mock.timers.tick(999)
    dates.push(dateOf(404))
    t.mock.timers.tick(1)
    dates.push(dateOf(404), dateOf(200))

    assert.deepEqual(dates, ['00', '00', '00', '01', '01'])
  })

  it('is refused for a status that does not exist', () => {
    assert.throws(() => createHeads().toText(text('').status(1000), false, 0), RangeError)
  })
})
