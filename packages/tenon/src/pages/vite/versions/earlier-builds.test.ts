import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { noteFile, readBuilds, type ClientBuild } from '../../assets/builds.ts'
import { keepEarlierBuilds } from './earlier-builds.ts'

const temporary = mkdtempSync(join(tmpdir(), 'tenon-earlier-'))
const folder = join(temporary, 'build')
const client = join(folder, 'public')
after(() => rmSync(temporary, { recursive: true }))

describe('keepEarlierBuilds', () => {
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('keeps the files and the notes of as many builds as it is told', async () => {
    for (const number of [1, 2, 3, 4]) await keepEarlierBuilds(folder, 2, () => build(number))

    assert.deepEqual(versions(), ['4', '3', '2'])
    assert.deepEqual([1, 2, 3, 4].map(hasFile), [false, true, true, true])
    assert.equal(existsSync(`${folder}.earlier`), false)
  })

  it('counts a build that is made again once, and takes its new files', async () => {
    for (const number of [1, 2, 2, 2]) await keepEarlierBuilds(folder, 1, () => build(number))

    assert.deepEqual(versions(), ['2', '1'])
    assert.equal(readFileSync(join(client, 'assets/shared.js'), 'utf8'), '2')
  })

  it('puts the files back if the build fails', async () => {
    await keepEarlierBuilds(folder, 2, () => build(1))
    const failing = async (): Promise<void> => {
      await build(2)
      throw new Error('A type is missing')
    }

    await assert.rejects(keepEarlierBuilds(folder, 2, failing), /A type is missing/)
    const left = versions()
    await keepEarlierBuilds(folder, 2, () => build(3))

    assert.deepEqual(left, ['1'])
    assert.deepEqual(versions(), ['3', '1'])
  })

  it('finds the files that an interrupted build has left', async () => {
    await build(1)
    renameSync(client, `${folder}.earlier`)
    await build(2)

    await keepEarlierBuilds(folder, 2, () => build(3))

    assert.deepEqual(versions(), ['3', '2', '1'])
  })

  it('keeps the build before this one rather than what an interrupted build has left', async () => {
    await build(1)
    renameSync(client, `${folder}.earlier`)
    await build(2)

    await keepEarlierBuilds(folder, 1, () => build(3))

    assert.deepEqual(versions(), ['3', '2'])
    assert.equal(readFileSync(join(client, 'assets/shared.js'), 'utf8'), '3')
  })

  it('goes on from what an interrupted build has left if no build was finished since', async () => {
    await build(1)
    renameSync(client, `${folder}.earlier`)
    await build(2)
    rmSync(join(folder, 'main.js'))

    await keepEarlierBuilds(folder, 1, () => build(3))

    assert.deepEqual(versions(), ['3', '1'])
  })
})

/** Builds a client with a file of its own and one that all builds have. */
async function build(number: number): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const version = String(number)
  const files = [`assets/own-${number}.js`, 'assets/shared.js']
  const note: ClientBuild = { version, builtAt: number, pages: {}, files }
  for (const file of files) write(file, version)
  write(noteFile(version), JSON.stringify(note))
  write('../main.js', '')
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(client, path)), { recursive: true })
  writeFileSync(join(client, path), text)
}

function versions(): readonly string[] {
  return readBuilds(client).map(({ version }) => version)
}

function hasFile(number: number): boolean {
  return existsSync(join(client, `assets/own-${number}.js`))
}
