import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const examples = join(import.meta.dirname, '../../../examples')

for (const name of ['todo', 'accounts', 'helpdesk']) {
  describe(`npm test of a new application from ${name}`, { timeout: 120_000 }, () => {
    it('runs all tests, or only the files that are named', () => {
      using folder = makeTests(name)

      assert.deepEqual(folder.run(), ['one', 'two', 'three'])
      assert.deepEqual(folder.run('tests/two.test.ts'), ['two'])
      assert.deepEqual(folder.run('tests/one.test.ts', 'tests/two.test.ts'), ['one', 'two'])
      assert.deepEqual(folder.run('--test-name-pattern=three', 'tests/two.test.ts'), [])
    })
  })
}

/** A folder with the script of an application and three test files. */
function makeTests(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-test-script-'))
  const { scripts } = JSON.parse(readFileSync(join(examples, name, 'package.json'), 'utf8'))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', scripts: { test: scripts.test } }),
  )
  mkdirSync(join(folder, 'tests'))
  const titles = ['one', 'two', 'three']
  for (const title of titles) {
    const text = `import { it } from 'node:test'\nit('${title}', () => {})\n`
    writeFileSync(join(folder, 'tests', `${title}.test.ts`), text)
  }
  // The test runner around this test would read the reports of the one in the script.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return {
    /** The titles of the tests that ran, in the order of `titles`. */
    run(...files: readonly string[]): readonly string[] {
      const given = files.length === 0 ? [] : ['--', ...files]
      const told = execFileSync('npm', ['test', ...given], { cwd: folder, env, encoding: 'utf8' })
      return titles.filter((title) => new RegExp(`(?:✔|ok \\d+ -) ${title}\\b`).test(told))
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
