import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from './command.ts'

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly bin?: Readonly<Record<string, string>> }>>
}

describe('package-lock.json', () => {
  it('names no command that its package does not contain', () => {
    // Until the file is there, each `npm install` fetches the package again: delete its "bin" here.
    const lockfile: Lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

    const commands = Object.entries(lockfile.packages)
      .filter(([folder]) => existsSync(join(root, folder)))
      .flatMap(([folder, { bin = {} }]) => Object.values(bin).map((path) => join(folder, path)))

    assert.notEqual(commands.length, 0)
    assert.deepEqual(
      commands.filter((path) => !existsSync(join(root, path))),
      [],
    )
  })
})
