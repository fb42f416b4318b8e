import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findDoorNames, findOptionProblems, type DoorName } from './grammar.ts'
import { root } from './command.ts'

const source = join(root, 'packages/tenon/src')
const read = (path: string): string => readFileSync(join(source, path), 'utf8')
const names = globSync('*.ts', { cwd: source }).flatMap((door) => findDoorNames(door, read(door)))

/** What migrations describe columns with is what models do. */
const shared: ReadonlySet<string> = new Set(['c', 'softDeletes', 'timestamps'])

describe('the names of all doors', () => {
  it('are each in one door', () => {
    const byName = Map.groupBy(
      names.filter(({ door }) => !browser.has(door)),
      ({ name }) => name,
    )

    const twice = [...byName].filter(([name, places]) => places.length > 1 && !shared.has(name))

    assert.deepEqual(
      twice.map(([name, places]) => `${name}: ${places.map(({ door }) => door).join(', ')}`),
      [],
    )
  })

  it('take durations, sizes, rates and flags in the words of the grammar', () => {
    const options = names.filter(({ name }) => name.endsWith('Options'))

    const problems = options.flatMap((each) => findOptionProblems(each.name, read(each.file)))

    assert.ok(options.length > 40)
    assert.deepEqual(problems, [])
  })
})

/** Doors to the browser, which has its own `route` and `action`. */
const browser: ReadonlySet<string> = new Set(['client.ts', 'react.ts', 'vue.ts', 'svelte.ts'])

describe('findDoorNames', () => {
  it('reads names, types, aliases and their files', () => {
    const text = `export { a, type B as C } from './x/a.ts'\nexport type {\n  D,\n} from './d.ts'\n`

    const found: readonly DoorName[] = findDoorNames('door.ts', text)

    assert.deepEqual(
      found.map(({ name, file }) => `${name} ${file}`),
      ['a ./x/a.ts', 'C ./x/a.ts', 'D ./d.ts'],
    )
  })
})

describe('findOptionProblems', () => {
  it('refuses units in names, flags that are claims, and rates of other words', () => {
    const text = `interface XOptions {
  readonly waitMs?: number
  readonly maxBytes: number
  readonly isLoud?: boolean
  readonly tries?: number
  readonly timeout?: Duration
}`

    assert.deepEqual(
      findOptionProblems('XOptions', text).map((problem) => problem.split(':')[0]),
      ['XOptions.waitMs', 'XOptions.maxBytes', 'XOptions.isLoud', 'XOptions.tries'],
    )
  })
})
