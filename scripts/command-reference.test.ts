import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from './command.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const readAll = (pattern: string): string =>
  globSync(pattern, { cwd: join(root, 'packages/tenon/src') })
    .map((path) => read(join('packages/tenon/src', path)))
    .join('\n')

const page = read('docs/guide/configuration-and-commands.md')
const listed = [...page.matchAll(/^\| (`.*?) \| /gm)].flatMap(([, cell = '']) =>
  Array.from(cell.matchAll(/`(?:tenon )?([a-z][a-z:]*)(?: [^`]*)?`/g), ([, name = '']) => name),
)
const names = (source: string): readonly string[] =>
  Array.from(source.matchAll(/name: '([a-z][a-z:]*)',\s+summary:/g), ([, name = '']) => name)

describe('the tables of commands in docs/guide/configuration-and-commands.md', () => {
  it('have each command of an application, and of tenon', () => {
    const own = names(readAll('application/commands/**/*.ts'))
    const ofTenon = names(readAll('tooling/cli/*.ts'))

    const missing = [...own, ...ofTenon].filter((name) => !listed.includes(name))

    assert.ok(own.length > 20 && ofTenon.length > 5, `${own.length} and ${ofTenon.length}`)
    assert.deepEqual(missing, [])
  })

  it('name no option that no command has', () => {
    const sources = readAll('{application/commands,tooling/cli,base/console}/**/*.ts')
    const cells = Array.from(page.matchAll(/^\| `.*$/gm), ([row]) => row)
    const options = cells.flatMap((cell) =>
      Array.from(cell.matchAll(/--([a-z][a-z-]*)/g), ([, option = '']) => option),
    )

    const isKnown = (option: string): boolean =>
      new RegExp(`(?:['"]?${option}['"]?: (?:\\{|\\w+)|\\{ ${option} \\}|--${option}\\b)`).test(
        sources,
      )

    assert.ok(options.length > 8, `${options.length} options`)
    assert.deepEqual(
      options.filter((option) => !isKnown(option)),
      [],
    )
  })
})
