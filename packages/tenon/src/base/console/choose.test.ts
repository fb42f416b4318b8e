import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { choose } from './choose.ts'

const question = 'What is the column "headline" of "posts"?'
const choices = ['"title" renamed', 'new']

describe('choose', () => {
  it('lists the choices and asks until it gets a valid number', async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() }
    terminal.input.end('\n9\nfoo\n2\n1\n')

    assert.equal(await choose(question, choices, terminal), 1)
    terminal.output.end()
    assert.equal(
      await text(terminal.output),
      `${question}\n  1  "title" renamed\n  2  new\n${'1-2: '.repeat(4)}`,
    )
  })

  it('can be asked again on the same terminal', async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() }
    const first = choose(question, choices, terminal)
    terminal.input.write('1\n')
    assert.equal(await first, 0)

    const second = choose(question, choices, terminal)
    terminal.input.write('2\n')
    assert.equal(await second, 1)
  })

  it('gives up when the input ends', async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() }
    terminal.input.end('3\n')

    await assert.rejects(choose(question, choices, terminal), { code: 'E_NO_ANSWER' })
  })
})
