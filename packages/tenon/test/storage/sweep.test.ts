import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, it } from 'node:test'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { createTables } from '../support/create-tables.ts'
import { fromSources } from '../support/bundled-program.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { Letter, Team } from './letters-program.ts'
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

  it('deletes more than half of a disk only with --all: the database may be the wrong one', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-sweep-'))
    const disk = join(folder.path, 'letters')
    mkdirSync(disk)
    for (let i = 0; i < 11; i++) {
      writeFileSync(join(disk, `${i}.txt`), 'four')
      utimesSync(join(disk, `${i}.txt`), new Date(0), new Date(0))
    }
    const DATABASE_URL = `sqlite:${join(folder.path, 'letters.sqlite')}`
    const database = createDatabase(DATABASE_URL)
    await createTables(database, Team, Letter)
    await database.close()
    const variables = { STORAGE_URL: `file:${folder.path}`, DATABASE_URL }

    const refused = await runLetters(['storage:sweep', '--delete'], variables)
    const kept = readdirSync(disk).length
    const swept = await runLetters(['storage:sweep', '--delete', '--all'], variables)

    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /11 of the 11 files of the disk "letters" belong to no row/)
    assert.doesNotMatch(refused.stdout, /deleted/)
    assert.deepEqual([kept, readdirSync(disk).length], [11, 0])
    assert.equal(swept.code, 0, swept.stderr)
  })

  it('refuses an age that is not a duration', async () => {
    const { code, stderr } = await runTodo(['storage:sweep', '--older=week'])

    assert.equal(code, 64)
    assert.match(stderr, /"week" is not a duration/)
  })
})

async function runLetters(words: readonly string[], variables: Readonly<Record<string, string>>) {
  const program = join(import.meta.dirname, 'letters-program.ts')
  const env = { ...bareEnvironment, LOG_LEVEL: 'error', ...variables }
  const argv = [...fromSources(), program, ...words]
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, argv, { env })) }
  } catch (error) {
    return error as { readonly code: number; readonly stdout: string; readonly stderr: string }
  }
}
