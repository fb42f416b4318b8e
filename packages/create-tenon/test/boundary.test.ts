import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { packTemplate } from '../pack/pack-template.ts'
import { templates } from '../pack/templates.ts'
import { workspace } from './scaffold.ts'
import { buildInBuilder } from '../../tenon/test/browser/builder.ts'

/** What every file of the server says when it is loaded: no bundler may drop it. */
const marker = 'a file of the server was here'

describe('what browsers load of a new application', () => {
  for (const { name } of templates.filter((template) => !template.name.startsWith('api'))) {
    it(`has no byte of the server: ${name}`, async () => {
      mkdirSync(join(workspace, '.tmp'), { recursive: true })
      using place = mkdtempDisposableSync(join(workspace, '.tmp/assets-'))
      packTemplate(name, place.path)
      const code = globSync(['app/**/*.ts', 'main.ts'], { cwd: place.path })
      const ofServer = code.filter((file) => !isShared(file))
      for (const file of ofServer) mark(join(place.path, file))
      // A build of the server is the same for each: one shows that no bundler drops the marker.
      const isClientOnly = name !== 'helpdesk'

      await buildInBuilder({ root: place.path, isClientOnly })

      const assets = readAll(place.path, 'build/public/assets/*.js')
      if (!isClientOnly) assert.match(readAll(place.path, 'build/*.js'), new RegExp(marker))
      assert.ok(ofServer.includes('main.ts'))
      assert.doesNotMatch(assets, new RegExp(marker))
      // Of Tenon's server, and of the packages that it uses.
      assert.doesNotMatch(assets, /E_DATABASE|kysely|sqlite_schema|pg_catalog|"node:/i)
    })
  }
})

/** What both sides read: values, types, and the list of languages. */
function isShared(file: string): boolean {
  return file.startsWith('app/shared/') || file.endsWith('.d.ts') || file === 'app/languages.ts'
}

function mark(path: string): void {
  writeFileSync(path, `${readFileSync(path, 'utf8')}\nconsole.log(${JSON.stringify(marker)})\n`)
}

function readAll(root: string, files: string): string {
  const found = globSync(files, { cwd: root })
  assert.notEqual(found.length, 0)
  return found.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
}
