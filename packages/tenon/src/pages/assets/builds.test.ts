import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { findSamePages, noteFile, readBuilds, type ClientBuild } from './builds.ts'

const temporary = mkdtempSync(join(tmpdir(), 'tenon-builds-'))
after(() => rmSync(temporary, { recursive: true }))

const first = toBuild('first', 1, { Home: 'a', List: 'b', Old: 'c' })
const second = toBuild('second', 2, { Home: 'a', List: 'changed', New: 'd' })

describe('readBuilds', () => {
  it('reads the notes in a folder, newest first, without those that are broken', () => {
    write(noteFile('first'), JSON.stringify(first))
    write(noteFile('second'), JSON.stringify(second))
    write(noteFile('cut'), '{"version":"cut"')
    write(noteFile('other'), '{"version":"other"}')

    assert.deepEqual(readBuilds(temporary), [second, first])
  })

  it('finds none in a folder of another client', () => {
    assert.deepEqual(readBuilds(join(temporary, 'elsewhere')), [])
  })
})

describe('findSamePages', () => {
  it('names the pages of earlier builds that have not changed', () => {
    assert.deepEqual(
      findSamePages('second', [second, first]),
      new Map([['first', new Set(['Home'])]]),
    )
  })

  it('takes no page for the same if the build has no note of its own', () => {
    assert.deepEqual(findSamePages('third', [first]), new Map([['first', new Set()]]))
  })
})

function toBuild(version: string, builtAt: number, pages: ClientBuild['pages']): ClientBuild {
  return { version, builtAt, pages, files: [] }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(temporary, path)), { recursive: true })
  writeFileSync(join(temporary, path), text)
}
