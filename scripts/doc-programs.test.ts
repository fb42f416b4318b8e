import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDocPage } from './doc-programs.ts'

describe('the programs of a page', () => {
  it('contain each block as a file, named by its first line or its position', () => {
    const page = block('ts', '// file: app/a.ts\n') + block('tsx', 'x\n') + block('sh', 'ls\n')

    assert.deepEqual(fileNames(page), [['app/a.ts', 'line-4.tsx']])
  })

  it('start again when a file is repeated, with the previous files', () => {
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

  it('change several files in one section of a page at once', () => {
    const page =
      block('ts', '// file: a.ts\n1\n') +
      block('ts', '// file: b.ts\n1\n') +
      '## Next\n\n' +
      block('ts', '// file: a.ts\n2\n') +
      block('ts', '// file: b.ts\n2\n')

    const [, next, ...others] = readDocPage(page).programs

    assert.equal(others.length, 0)
    assert.equal(next?.get('a.ts')?.text, '// file: a.ts\n2\n')
    assert.equal(next?.get('b.ts')?.text, '// file: b.ts\n2\n')
  })

  it('run a marked block, once', () => {
    const page = block('ts run', 'x\n') + block('ts', '// file: a.ts\n').repeat(2)

    const runs = readDocPage(page).programs.map((files) => files.get('line-1.ts')?.runs)

    assert.deepEqual(runs, [true, false])
  })

  it('report blocks that would not be checked', () => {
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
