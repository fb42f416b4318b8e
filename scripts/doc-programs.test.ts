import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDocPage } from './doc-programs.ts'

describe('the programs of a page', () => {
  it('hold each block as a file, named by its first line or by its place', () => {
    const page = block('ts', '// file: app/a.ts\n') + block('tsx', 'x\n') + block('sh', 'ls\n')

    assert.deepEqual(fileNames(page), [['app/a.ts', 'line-4.tsx']])
  })

  it('begin anew when a file is shown again, with the files so far', () => {
    const page =
      block('ts', '// file: a.ts\n') +
      block('ts', '// file: b.ts\n') +
      block('ts', '// file: a.ts\n2\n')

    assert.deepEqual(fileNames(page), [
      ['a.ts', 'b.ts'],
      ['a.ts', 'b.ts'],
    ])
    assert.equal(readDocPage(page).programs[1]?.get('a.ts')?.text, '// file: a.ts\n2\n')
  })

  it('run a block that asks for it, once', () => {
    const page = block('ts run', 'x\n') + block('ts', '// file: a.ts\n').repeat(2)

    const runs = readDocPage(page).programs.map((files) => files.get('line-1.ts')?.runs)

    assert.deepEqual(runs, [true, false])
  })

  it('let no block escape the check', () => {
    const page = block('ts ignore', 'x\n') + block('typescript', 'y\n')

    assert.deepEqual(
      readDocPage(page).problems.map(({ line }) => line),
      [1, 4],
    )
  })
})

function block(words: string, text: string): string {
  return `\`\`\`${words}\n${text}\`\`\`\n`
}

function fileNames(page: string): string[][] {
  return readDocPage(page).programs.map((files) => [...files.keys()])
}
