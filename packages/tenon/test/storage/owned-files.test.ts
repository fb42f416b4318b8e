import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { withDatabase } from '../../src/database.ts'
import { withOwner } from '../../src/models.ts'
import { registerStorage } from '../../src/stores/storage/current-storage.ts'
import { sweep } from '../../src/work/files/sweep-task.ts'
import { createTables } from '../support/create-tables.ts'
import { onBoundPostgres } from '../support/for-each-dialect.ts'
import { Letter, letters, Team } from './letters-program.ts'

const put = (text: string) => letters.put(Buffer.from(text))
const exists = async (key: string) => (await letters.find(key)) !== null

onBoundPostgres('a file of an owned row', (open) => {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-owned-files-'))
  let storage: Disposable
  // Not while this file is loaded: others that share the process have registered theirs.
  before(() => {
    storage = registerStorage(`file:${folder}`)
  })
  after(() => {
    storage[Symbol.dispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  async function withTeams(body: (red: Team, blue: Team) => Promise<void>): Promise<void> {
    await using database = await open()
    await createTables(database, Team, Letter)
    await withDatabase(database, async () => {
      await body(await Team.create({ name: 'red' }), await Team.create({ name: 'blue' }))
    })
  }

  it('survives the sweep, which belongs to no team', () =>
    withTeams(async (red, blue) => {
      const [first, second, orphan] = [await put('a'), await put('b'), await put('c')]
      await Letter.of(red).create({ file: first })
      await Letter.of(blue).create({ file: second })

      await sweep([Team, Letter], Date.now() + 8 * 86_400_000)

      const kept = await Promise.all([first, second, orphan].map(exists))
      assert.deepEqual(kept, [true, true, false])
    }))

  it('survives the deletion of another row with it, also one of another team', () =>
    withTeams(async (red, blue) => {
      const [shared, own] = [await put('a'), await put('b')]
      const letter = await Letter.of(red).create({ file: shared })
      const other = await Letter.of(red).create({ file: own })
      await Letter.of(blue).create({ file: shared })

      await withOwner(red, () => letter.delete())
      await other.delete()

      assert.deepEqual([await exists(shared), await exists(own)], [true, false])
    }))
})
