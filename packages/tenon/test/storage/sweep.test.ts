import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempDisposableSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runTodo } from '../console/run-todo.ts'

describe('storage:sweep', () => {
  it('lists what was never accepted, and deletes it only if told to', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-sweep-'))
    const [old, young] = ['old', 'young'].map((name) => join(folder.path, 'incoming', name))
    mkdirSync(join(folder.path, 'incoming'))
    for (const path of [old, young]) writeFileSync(String(path), 'four')
    utimesSync(String(old), new Date(0), new Date(0))
    const variables = { STORAGE_URL: `file:${folder.path}`, DATABASE_URL: 'sqlite::memory:' }

    const listed = await runTodo(['storage:sweep'], { variables })
    const wasKept = existsSync(String(old))
    const swept = await runTodo(['storage:sweep', '--delete'], { variables })
    const clean = await runTodo(['storage:sweep'], { variables })

    assert.match(
      listed.stdout,
      /incoming +old +4 +1970-01-01.*\nNothing was deleted/,
      listed.stderr,
    )
    assert.ok(wasKept)
    assert.match(swept.stdout, /They were deleted/)
    assert.deepEqual([existsSync(String(old)), existsSync(String(young))], [false, true])
    assert.equal(clean.stdout, 'Every file belongs to a row.\n')
  })

  it('refuses an age that is not a duration', async () => {
    const { code, stderr } = await runTodo(['storage:sweep', '--older=week'])

    assert.equal(code, 64)
    assert.match(stderr, /"week" is not a duration/)
  })
})
