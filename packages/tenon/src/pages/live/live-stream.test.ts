import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LiveStream } from './live-stream.ts'

function open(position: string): LiveStream {
  return new LiveStream({ address: '', retryMs: 500, position: () => position, onClose: () => {} })
}

async function readEvent({ body }: LiveStream): Promise<string> {
  const { value } = await body.getReader().read()
  return Buffer.from(value ?? []).toString()
}

describe('a stream whose client learns of two changes at once', () => {
  it('names both: an answer may have the later one and not the one before, of another process', async () => {
    const stream = open('a:3,b:5')

    stream.note('w', 'b:5')
    stream.note('w', 'a:3')
    stream.flush()

    assert.match(await readEvent(stream), /^data: \{"changed":\{"w":"a:3,b:5"\}\}$/m)
  })

  it('names the change itself if it is the only one', async () => {
    const stream = open('a:3,b:5')

    stream.note('w', 'b:5')
    stream.flush()

    assert.match(await readEvent(stream), /^data: \{"changed":\{"w":"b:5"\}\}$/m)
  })
})
