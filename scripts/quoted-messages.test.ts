import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from './command.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

it('each message that a table of problems quotes is one that Tenon says', () => {
  const sources = globSync('packages/*/src/**/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.|test-d/.test(path),
  )
  const said = sources.map((path) => toPlainText(read(path))).join('\n')

  const quoted = globSync('docs/{guide,help,platforms}/**/*.md', { cwd: root }).flatMap((page) =>
    readMessages(read(page)).map((message) => ({ page, message })),
  )
  const unknown = quoted.filter(({ message }) =>
    toFragments(message).some((fragment) => !said.includes(fragment)),
  )

  assert.ok(quoted.length > 20, `${quoted.length} messages`)
  assert.deepEqual(unknown, [])
})

/** Sentences in code in the first column of a table: `There is no page "Todos/Indx".` */
function readMessages(markdown: string): readonly string[] {
  const cells = Array.from(markdown.matchAll(/^\| (.+?) (?<!\\)\| /gm), ([, cell = '']) => cell)
  return cells
    .flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code))
    .filter((code) => /^[A-Z][a-z]+ (?:[\w"…]+ ){3,}/.test(code))
}

/** What stands between values: names in quotes, numbers, `…`. */
function toFragments(message: string): readonly string[] {
  return (
    message
      // A list of values, or what another program says.
      .replaceAll(/: (?:\w+, |TypeError|source database).*?(?=\. |$)/g, '')
      .split(
        /\bproduction\b|\bthe (?:default database|database "[^"]*")|\breturned \w+|"[^"]*"|\{[^}]*\}|…|\d[\d.,]*|\b[A-Z][A-Z_]{2,}\b|\/\w\S*|\S*[_()<>[\]]\S*/,
      )
      .map((part) => part.replaceAll(/^[\W]+|[\W]+$/g, ''))
      .filter((part) => part.split(' ').length >= 3)
  )
}

/** A source with its texts joined, and without the values in them. */
function toPlainText(source: string): string {
  return source.replaceAll(/['"`]\s*\+\s*['"`]/g, '').replaceAll(/\\(['"`])/g, '$1')
}
