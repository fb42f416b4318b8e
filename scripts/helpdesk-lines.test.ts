import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { packTemplate } from '../packages/create-tenon/pack/pack-template.ts'
import { root } from './command.ts'

const helpdesk = join(root, 'examples/helpdesk')

it('the README of the helpdesk says how many lines it has: its own code, its words and the kit', () => {
  const kit = mkdtempSync(join(tmpdir(), 'tenon-kit-'))
  packTemplate('teams', kit, ['en', 'de', 'ar'])
  const files = globSync('{app,database,resources}/**/*.{ts,tsx}', { cwd: helpdesk })

  const counts = { all: 0, code: 0, words: 0 }
  for (const file of ['main.ts', ...files]) {
    const lines = readLines(join(helpdesk, file))
    const own = file.includes('/parts/') ? [] : without(lines, readKit(kit, file))
    counts.all += lines.length
    counts[file.startsWith('resources/words/') ? 'words' : 'code'] += own.length
  }
  rmSync(kit, { recursive: true })

  const readme = readFileSync(join(helpdesk, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ')
  const [, all, kits, code, words] =
    /Of its ([\d,]+) lines .*? ([\d,]+) are the .*? ([\d,]+) its own code, and ([\d,]+) its words/.exec(
      readme,
    ) ?? []
  const { all: most } = counts
  assert.deepEqual(
    { all, kits, code, words },
    {
      all: toHundreds(most),
      kits: toHundreds(most - counts.code - counts.words),
      code: toHundreds(counts.code),
      words: toHundreds(counts.words),
    },
  )
  assert.ok(counts.code <= 4500, `${counts.code} lines`)
})

function readKit(kit: string, file: string): readonly string[] {
  const isOfKit = globSync(file, { cwd: kit }).length > 0
  return isOfKit ? readLines(join(kit, file)) : []
}

function readLines(path: string): readonly string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n')
}

/** The lines that the kit does not have, or not as often. */
function without(lines: readonly string[], kit: readonly string[]): readonly string[] {
  const left = [...kit]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function toHundreds(count: number): string {
  return (Math.round(count / 100) * 100).toLocaleString('en')
}
