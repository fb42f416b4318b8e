import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from './command.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Row {
  readonly door: string
  readonly names: readonly string[]
}

const rows = [
  ...read('docs/reference/doors.md').matchAll(/^\| `([^`]+)` \|[^|]*\| (.*) \|$/gm),
].map(([, door = '', names = '']): Row => ({
  door,
  names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
}))

describe('docs/reference/doors.md', () => {
  it('has a row for each door of the package, and no others', () => {
    const { exports } = JSON.parse(read('packages/tenon/package.json'))
    const doors = Object.keys(exports).filter((door) => door !== './package.json')

    const written = rows.map(({ door }) => door.replace('tenon', '.'))

    assert.deepEqual(written.toSorted(), doors.toSorted())
  })

  it('names what the door has', () => {
    const { exports } = JSON.parse(read('packages/tenon/package.json'))
    const sourceOf = (door: string): string =>
      read(join('packages/tenon', exports[door.replace('tenon', '.')].source))

    const missing = rows.flatMap(({ door, names }) =>
      names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sourceOf(door))),
    )

    assert.deepEqual(missing, [])
  })
})
