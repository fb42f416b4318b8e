import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cases } from './cases.ts'
import { findDifference } from './difference.ts'
import { EnginePair, type Pieces } from './engine-pair.ts'
import { compareMutated } from './mutated.ts'

const toPieces = (text: string): Pieces => [Buffer.from(text, 'latin1')]
const ordinary = 'GET /first HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n'

/** Use `ENGINE_REQUESTS=1000000` for a thorough run, and `ENGINE_SEED` to repeat one. */
const requests = Number(process.env['ENGINE_REQUESTS'] ?? 20_000)
const seed = Number(process.env['ENGINE_SEED'] ?? Date.now() % 1_000_000)

async function assertSame(pair: EnginePair, sent: readonly Pieces[]): Promise<void> {
  for (let i = 0; i < sent.length; i += 100) {
    const answers = await pair.ask(sent.slice(i, i + 100))
    assert.deepEqual(answers.map(findDifference).filter(Boolean), [], `from request ${i}`)
  }
}

describe('both engines', () => {
  for (const [name, texts] of Object.entries(cases)) {
    it(`answer with the same bytes: ${name}`, async () => {
      await using pair = await EnginePair.start()

      await assertSame(pair, texts.map(toPieces))
    })

    it(`answer with the same bytes after an ordinary request: ${name}`, async () => {
      await using pair = await EnginePair.start()

      await assertSame(
        pair,
        texts.filter((text) => text.length < 8000).map((text) => toPieces(ordinary + text)),
      )
    })
  }

  it('answer with the same bytes wherever a request is cut', async () => {
    await using pair = await EnginePair.start()
    const whole = Buffer.from(
      'POST /body HTTP/1.1\r\nHost: a:80\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello' +
        'GET /next?a HTTP/1.1\r\nhost: a\r\nConnection: keep-alive\r\nX:\r\n\r\n' +
        'POST /pieces HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n' +
        'GET /last HTTP/1.1\r\nHost: a\r\n\r\n',
    )
    const cuts = Array.from({ length: whole.length }, (_, at) => at)

    await assertSame(
      pair,
      cuts.map((at) => [whole.subarray(0, at), whole.subarray(at)]),
    )
    await assertSame(
      pair,
      cuts.map((at) => [whole.subarray(0, at)]),
    )
  })

  it('answer with the same bytes a request that arrives byte by byte', async () => {
    await using pair = await EnginePair.start()
    const whole = Buffer.from(
      `${ordinary}PUT /body HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi`,
    )

    await assertSame(pair, [Array.from(whole, (byte) => Buffer.from([byte]))])
  })

  it(`answer with the same bytes to ${requests} mutated requests, seed ${seed}`, async () => {
    await using pair = await EnginePair.start()

    const result = await compareMutated(pair, { requests, seed })

    assert.deepEqual(result.differences, [])
    assert.ok(result.answeredOnSockets > requests / 10, `${result.answeredOnSockets} on sockets`)
  })
})
