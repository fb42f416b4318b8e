import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isInKit, kitNames, readKitSource } from './kit-files.ts'

describe('isInKit', () => {
  it('finds the files of a kit, and no other', () => {
    const kits = kitNames.map((name) => [name, Object.keys(readKitSource(name))] as const)
    const paths = [
      ...new Set(kits.flatMap(([, files]) => files)),
      'app/routes.ts',
      'tests/home.test.ts',
      'resources/words/nowhere.ts',
    ]

    const found = kits.map(([name]) => [name, paths.filter((path) => isInKit(name, path))] as const)

    assert.deepEqual(
      found.map(([name, files]) => [name, files.toSorted()]),
      kits.map(([name, files]) => [name, files.toSorted()]),
    )
  })
})
