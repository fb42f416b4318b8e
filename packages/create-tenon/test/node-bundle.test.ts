import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { compiled, findApart, readNodeDoors } from '../../../scripts/node-doors.ts'
import { buildScaffolder, scaffoldInstalled, workspace } from './scaffold.ts'

describe('what Node loads of the built package', () => {
  for (const { name, module, bundle } of readNodeDoors()) {
    it(`exports what the modules do: tenon${name.slice(1)}`, async () => {
      const [ofModules = [], ofBundle] = await Promise.all([module, bundle].map(namesOf))

      assert.deepEqual(ofBundle, ofModules)
      assert.ok(ofModules.length > 0 || name === './types')
    })
  }

  it('has no module twice in the process of an application with pages and mails', async () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'node-bundle-'))
    const log = join(place.path, 'loaded.txt')
    const hooks = join(place.path, 'hooks.js')
    writeFileSync(hooks, toHooks(log))
    buildScaffolder()
    const app = scaffoldInstalled(place.path, 'accounts')

    const args = ['--import', hooks, 'node_modules/.bin/tenon', 'dev', '--port', '0']
    const developed = spawn(process.execPath, args, {
      cwd: app,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface(developed.stdout)) {
      if (line.includes('serves http')) break
    }
    developed.kill('SIGTERM')
    await once(developed, 'exit')

    const loaded = readFileSync(log, 'utf8').trim().split('\n')
    const apart = findApart()
    assert.ok(loaded.includes('pages/mails/create-mail-renderer.js'))
    assert.deepEqual(
      loaded.filter((path) => !path.startsWith('node/') && !apart.has(join(compiled, path))),
      [],
    )
  })

  it('understands the expressions of another copy of Kysely', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'node-bundle-'))
    symlinkSync(join(workspace, 'node_modules'), join(place.path, 'node_modules'))
    writeFileSync(join(place.path, 'query.js'), query)

    const printed = execFileSync(process.execPath, ['query.js'], { cwd: place.path })

    assert.equal(printed.toString(), '[{"title":"MILK"}]\n')
  })
})

async function namesOf(path: string): Promise<readonly string[]> {
  return Object.keys(await import(pathToFileURL(path).href))
}

/** Notes each module of the built package that is loaded. */
function toHooks(log: string): string {
  return `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    const [, path] = url.split('/packages/tenon/dist/')
    if (path !== undefined) appendFileSync(${JSON.stringify(log)}, path + '\\n')
    return next(url, context)
  },
})
`
}

const query = `import { sql } from 'kysely'
import { createDatabase, kyselyFor, withDatabase } from 'tenon/database'
import { c, Model } from 'tenon/models'
class Todo extends Model('todos', { id: c.id(), title: c.text() }) {}
await using database = createDatabase('sqlite::memory:')
await database.script('create table todos (id integer primary key, title text)')
await withDatabase(database, async () => {
  await Todo.create({ title: 'milk' })
  const upper = sql\`upper(\${sql.ref('title')})\`.as('title')
  console.log(JSON.stringify(await kyselyFor({ Todo })().selectFrom('todos').select(upper).execute()))
})
`
