import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createCompletion } from './completion.ts'

it('names the shells if the call names none, or an unknown one', async () => {
  const completion = createCompletion([], {})
  const lines: string[] = []
  const run = (words: readonly string[]): Promise<number> =>
    completion.run(
      { root: '' },
      {
        words,
        has: () => false,
        value: () => undefined,
        print: () => undefined,
        fail: (line) => lines.push(line),
      },
    )

  const codes = [await run([]), await run(['fihs']), await run(['powershell'])]

  assert.deepEqual(codes, [64, 64, 64])
  assert.equal(completion.words, 'bash|zsh|fish')
  assert.deepEqual(lines, [
    'Name a shell: tenon completion bash|zsh|fish',
    'Unknown shell "fihs". Did you mean "fish"?',
    'Unknown shell "powershell". Run "tenon help completion" for the list.',
  ])
})
