import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
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
import { routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import { disk } from '../../src/storage.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { currentStore } from '../../src/stores/storage/current-storage.ts'
import { sweep } from '../../src/work/files/sweep-task.ts'
import { createTables } from '../support/create-tables.ts'
import { fromSources } from '../support/bundled-program.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { Letter, Team } from './letters-program.ts'
import { runTodo } from '../console/run-todo.ts'
import { forEachStorage } from './for-each-storage.ts'

const papers = disk('papers', { variants: { small: { width: 5 } } })

class Paper extends Model('papers', { id: c.id(), file: c.file(papers) }) {}

forEachStorage('a sweep', (start) => {
  it('leaves alone what Tenon did not make, and deletes the rest', async () => {
    await using _app = await start({ routes: routes([]), models: { Paper } })
    await createTables(currentDatabase(), Paper)
    const store = await currentStore()
    const [used, orphan] = [await papers.put(Buffer.from('a')), await papers.put(Buffer.from('b'))]
    await Paper.create({ file: used })
    const foreign = [
      'papers/README',
      'papers/old/notes.txt',
      `papers/old/${orphan}`,
      `papers/${used}.0123456789ab.webp`,
      'papers.variants/README',
      'incoming/README',
      'incoming/old/notes.txt',
    ]
    const own = [`papers.variants/${orphan}.0123456789ab.webp`, `incoming/papers-${randomUUID()}`]
    for (const path of [...foreign, ...own]) await store.write(path, bytes(), 'text/plain')

    await sweep([Paper], Date.now() + 9 * 86_400_000)

    const listed: string[] = []
    for await (const { name } of papers.list()) listed.push(name)
    const left = async (path: string) => (await store.find(path)) !== undefined
    assert.deepEqual(listed, [used])
    assert.deepEqual(await Promise.all(own.map(left)), [false, false])
    assert.deepEqual(await filter(foreign, left), foreign)
  })

  it('leaves an upload alone as long as it may be accepted', async () => {
    await using app = await start({ routes: routes([]), models: { Paper } })
    await createTables(currentDatabase(), Paper)
    const offer = { type: 'text/plain', sizeBytes: 4, expires: '7d' } as const
    const upload = await papers.uploadUrl(offer)
    await start.send(app, upload.url, { ...upload, body: Buffer.from('four') })

    await sweep([Paper], Date.now() + 7.9 * 86_400_000)

    const key = await papers.accept(upload.ticket)
    assert.equal((await papers.find(key))?.sizeBytes, 4)
  })
})

describe('storage:sweep', () => {
  it('lists what was never accepted, and deletes it only if told to', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-sweep-'))
    const name = `papers-${randomUUID()}`
    const [old, young] = [name, `${randomUUID()}.part`].map((each) =>
      join(folder.path, 'incoming', each),
    )
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
      new RegExp(`incoming +${name} +4 +1970-01-01.*\\nNothing was deleted`),
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
      const path = join(disk, `${randomUUID()}.txt`)
      writeFileSync(path, 'four')
      utimesSync(path, new Date(0), new Date(0))
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

async function* bytes(): AsyncIterable<Uint8Array> {
  yield Buffer.from('text')
}

async function filter(paths: readonly string[], isRight: (path: string) => Promise<boolean>) {
  const right = await Promise.all(paths.map(isRight))
  return paths.filter((_, i) => right[i])
}

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
