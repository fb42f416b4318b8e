import assert from 'node:assert/strict'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { currentDatabase } from '../../src/database.ts'
import { application, get, handler, json, routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import { serveApp } from '../../src/testing.ts'
import { createTables } from '../support/create-tables.ts'

class Todo extends Model('todos', { id: c.id(), title: c.text() }) {}

const app = application({
  root: import.meta.dirname,
  routes: routes([
    get(
      '/todos/{todo}',
      handler({ todo: Todo }).run(({ todo }) => json(todo)),
    ),
  ]),
})

describe('serveApp()', () => {
  it('serves what the test creates on a port, until it is closed', async () => {
    let origin = ''
    {
      await using served = await serveApp({ application: app })
      await createTables(currentDatabase(), Todo)
      const { id } = await Todo.create({ title: 'Read' })
      ;({ origin } = served)

      const answer = await fetch(`${origin}/todos/${id}`)

      assert.deepEqual(await answer.json(), { id, title: 'Read' })
      assert.equal(new URL(origin).hostname, 'localhost')
      ;(await served.get(`/todos/${id}`)).assertStatus(200)
    }
    await assert.rejects(fetch(`${origin}/todos/1`), { name: 'TypeError' })
  })

  it('refuses pages that were not built', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'tenon-serve-app-'))
    mkdirSync(join(folder.path, 'resources/pages'), { recursive: true })
    writeFileSync(join(folder.path, 'resources/pages/Home.tsx'), '')
    const paged = application({ root: folder.path, routes: routes([]) })

    await assert.rejects(serveApp({ application: paged }), { code: 'E_TEST_BUILD' })
  })

  it('warns of pages that have changed since they were built', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'tenon-serve-app-'))
    const write = (file: string, text: string, minute: number) => {
      mkdirSync(join(folder.path, dirname(file)), { recursive: true })
      writeFileSync(join(folder.path, file), text)
      utimesSync(join(folder.path, file), minute * 60, minute * 60)
    }
    write('resources/pages/Home.tsx', '', 1)
    write('build/public/.vite/manifest.json', '{}', 2)
    write('resources/pages.d.ts', '', 3)
    const warnings: string[] = []
    const note = ({ message }: Error) => void warnings.push(message)
    process.on('warning', note)
    const paged = application({ root: folder.path, routes: routes([]) })
    const open = async () => {
      await using _served = await serveApp({ application: paged })
    }

    await open()
    write('resources/components/Menu.tsx', '', 3)
    await open()
    process.off('warning', note)

    assert.deepEqual(warnings, [
      '"resources/components/Menu.tsx" has changed since "build" was built, and the browser shows what was built. Run "tenon build" before the test.',
    ])
  })
})
