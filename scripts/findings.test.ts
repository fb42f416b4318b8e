import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'

const root = join(import.meta.dirname, '..')
const rows = readFileSync(join(root, 'packages/tenon/test/findings.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!row|---)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([row = '', files = '', test = '']) => ({
    row,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    test,
  }))

it('each finding has its test where the list says', () => {
  const gone = rows.flatMap(({ row, files, test }) => [
    ...files.filter((file) => !existsSync(join(root, file))).map((file) => `${row}: ${file}`),
    ...(files.length === 1 && !has(files[0] ?? '', test) ? [`${row}: ${test}`] : []),
  ])

  assert.ok(rows.length > 100)
  assert.deepEqual(gone, [])
})

/** Whether a file has the first of the tests that a row names, as far as its name is not made of values. */
function has(file: string, tests: string): boolean {
  const path = join(root, file)
  if (!existsSync(path)) return true // reported already
  const [first = ''] = tests.split(/; |\$\{|: \(|…/)
  const straight = (text: string): string => text.replaceAll('’', "'").replaceAll("\\'", "'")
  return straight(readFileSync(path, 'utf8')).includes(straight(first).trim())
}
