import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { ask } from './ask.ts'

describe('ask', () => {
  it('gives the first line', async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() }
    terminal.input.end(' my-app \nanother\n')

    assert.equal(await ask('Folder: ', terminal), 'my-app')
    assert.equal(String(terminal.output.read()), 'Folder: ')
  })

  it('gives nothing when the input ends instead', async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() }
    terminal.input.end()

    assert.equal(await ask('Folder: ', terminal), undefined)
  })
})
