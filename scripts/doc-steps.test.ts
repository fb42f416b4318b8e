import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toDocSteps } from './doc-steps.ts'

describe('the steps of a page', () => {
  it('are its commands, line by line, and its files, in the order of the page', () => {
    const page =
      '```sh run\nmkdir a\n\ncd a\n```\n```ts\n// file: b.ts\n```\n```sh run\nnode b.ts\n```\n'

    assert.deepEqual(toDocSteps(page), [
      { kind: 'command', command: 'mkdir a', line: 2 },
      { kind: 'command', command: 'cd a', line: 4 },
      { kind: 'file', path: 'b.ts', text: '// file: b.ts\n' },
      { kind: 'command', command: 'node b.ts', line: 10 },
    ])
  })

  it('are none on a page whose commands are not marked', () => {
    assert.deepEqual(toDocSteps('```sh\nls\n```\n```ts\n// file: b.ts\n```\n'), [])
  })
})
