import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findUnmarkedShellBlocks } from './shell-blocks.ts'

describe('a shell block', () => {
  it('runs in the tests, or says why it cannot', () => {
    const page =
      block('sh run') +
      block('sh no-run needs a server') +
      block('sh') +
      block('sh no-run') +
      block('ts')

    assert.deepEqual(findUnmarkedShellBlocks('docs/a.md', page), [
      'docs/a.md:7: mark a shell block "run", or "no-run" with the reason why no test can run it',
      'docs/a.md:10: mark a shell block "run", or "no-run" with the reason why no test can run it',
    ])
  })

  it('has one name', () => {
    assert.deepEqual(findUnmarkedShellBlocks('docs/a.md', block('bash')), [
      'docs/a.md:1: write "sh" instead of "bash"',
    ])
  })

  it('needs no mark on a page that is listed with a reason', () => {
    assert.deepEqual(findUnmarkedShellBlocks('docs/guide/deployment.md', block('sh')), [])
  })
})

function block(words: string): string {
  return `\`\`\`${words}\nls\n\`\`\`\n`
}
