import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { buildApplication } from '../build.ts'
import { assertBuildFolder, emptyBuildFolder } from './build-folder.ts'

const temporary = mkdtempSync(join(tmpdir(), 'tenon-folder-'))
const root = join(temporary, 'application')
after(() => rmSync(temporary, { recursive: true }))

describe('The folder of a build', () => {
  beforeEach(() => {
    rmSync(root, { recursive: true, force: true })
    write('main.ts', 'export {}\n')
    write('app/routes.ts', 'export {}\n')
  })

  it('is not the application, what contains it, or one of its folders, and nothing is deleted', async () => {
    symlinkSync(root, join(root, 'link'))
    const inside = ['', 'app', 'main.ts', 'link', 'link/app'].map((name) => join(root, name))

    for (const folder of [...inside, dirname(root)]) {
      const building = buildApplication({ root, folder, keep: 1 })
      await assert.rejects(building, { code: 'E_BUILD_FOLDER' }, folder)
    }

    // Not through a build, which would delete them if it were wrong.
    for (const folder of ['', dirname(temporary), '/']) {
      assert.throws(() => assertBuildFolder(root, folder), { code: 'E_BUILD_FOLDER' }, folder)
    }
    assert.deepEqual(readdirSync(root), ['app', 'link', 'main.ts'])
    assert.deepEqual(readdirSync(join(root, 'app')), ['routes.ts'])
  })

  it('is new, empty, or an earlier build, whether finished, killed or failed', async () => {
    mkdirSync(join(root, 'empty'))
    await emptyBuildFolder(join(root, 'killed'))
    write('killed/public/app.js')
    write('finished/package.json', '{ "dependencies": { "pg-native": "3" } }')
    write('finished/main.js', `import module from 'node:module'\nawait import('./app.js')\n`)
    write('failed/public/.vite/manifest.json')

    for (const name of ['new/build', 'empty', 'killed', 'finished', 'failed']) {
      assert.doesNotThrow(() => assertBuildFolder(root, join(root, name)), name)
    }
  })
})

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
