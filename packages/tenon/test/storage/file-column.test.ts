import assert from 'node:assert/strict'
import { rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { registerStorage } from '../../src/stores/storage/current-storage.ts'
import { findOrphans } from '../../src/stores/storage/sweep.ts'
import { afterRollback, transaction, withDatabase } from '../../src/database.ts'
import { c, Model, softDeletes } from '../../src/models.ts'
import { disk } from '../../src/storage.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const photos = disk('photos')

class User extends Model('users', {
  id: c.id(),
  name: c.text().unique(),
  photo: c.file(photos).nullable(),
}) {}

class Note extends Model('notes', { id: c.id(), file: c.file(photos), ...softDeletes() }) {}

const folder = join(tmpdir(), `tenon-file-column-${process.pid}`)
const storage = registerStorage(`file:${folder}`)
after(() => {
  storage[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true })
})

const put = (text: string) => photos.put(Buffer.from(text))
const exists = async (key: string) => (await photos.find(key)) !== null

forEachDialect('a column of files', (open) => {
  async function withTables(body: () => Promise<void>): Promise<void> {
    await using database = await open()
    await createTables(database, User, Note)
    await withDatabase(database, body)
  }

  it('deletes the file of a record that is deleted, by itself or by its key', () =>
    withTables(async () => {
      const [first, second] = [await put('a'), await put('b')]
      const user = await User.create({ name: 'Ada', photo: first })
      const other = await User.create({ name: 'Bob', photo: second })
      await User.create({ name: 'Cyd' }).then((user) => user.delete())

      await user.delete()
      await User.delete(other.id)

      assert.deepEqual([await exists(first), await exists(second)], [false, false])
    }))

  it('deletes the file that an update replaces, and no other', () =>
    withTables(async () => {
      const [first, second] = [await put('a'), await put('b')]
      const user = await User.create({ name: 'Ada', photo: first })

      await user.update({ name: 'Ada Lovelace', photo: first })
      const before = await exists(first)
      await user.update({ photo: second })

      assert.deepEqual([before, await exists(first), await exists(second)], [true, false, true])
    }))

  it('deletes after the commit, and nothing if there is none', () =>
    withTables(async () => {
      const key = await put('a')
      const user = await User.create({ name: 'Ada', photo: key })
      const seen: boolean[] = []

      const failing = transaction(async () => {
        await user.delete()
        throw new Error('no')
      })
      await assert.rejects(failing, /no/)
      seen.push(await exists(key))
      await transaction(async () => {
        await (await User.findOrFail(user.id)).update({ photo: null })
        seen.push(await exists(key))
      })
      seen.push(await exists(key))

      assert.deepEqual(seen, [true, true, false])
    }))

  it('keeps a file that a later change of the transaction gives back to its record', () =>
    withTables(async () => {
      const [first, second] = [await put('a'), await put('b')]
      const user = await User.create({ name: 'Ada', photo: first })

      await transaction(async () => {
        await user.update({ photo: second })
        await user.update({ photo: first })
      })

      assert.deepEqual([await exists(first), await exists(second)], [true, false])
    }))

  it('keeps a file that another record has taken over, also one of another model', () =>
    withTables(async () => {
      const [first, second] = [await put('a'), await put('b')]
      const ada = await User.create({ name: 'Ada', photo: first })
      const bob = await User.create({ name: 'Bob', photo: second })

      await transaction(async () => {
        await ada.update({ photo: null })
        await User.create({ name: 'Cyd', photo: first })
        await bob.delete()
        await Note.create({ file: second })
      })

      assert.deepEqual([await exists(first), await exists(second)], [true, true])
    }))

  it('keeps the file of a record that is deleted and created again', () =>
    withTables(async () => {
      const key = await put('a')
      const user = await User.create({ name: 'Ada', photo: key })

      await transaction(async () => {
        await user.delete()
        await User.create({ id: user.id, name: 'Ada', photo: key })
      })

      assert.ok(await exists(key))
    }))

  it('keeps a file that another transaction has moved, which this one did not see', () =>
    withTables(async () => {
      const [first, second] = [await put('a'), await put('b')]
      const user = await User.create({ name: 'Ada', photo: first })
      const seenBefore = await User.findOrFail(user.id)

      await transaction(async () => {
        await user.update({ photo: null })
        await Note.create({ file: first })
      })
      await transaction(() => seenBefore.update({ photo: second }))

      assert.ok(await exists(first))
    }))

  it('keeps the file of a record that can be restored', () =>
    withTables(async () => {
      const key = await put('a')

      await (await Note.create({ file: key })).delete()

      assert.ok(await exists(key))
    }))

  it('leaves nothing of a file whose record could not be created in the same transaction', () =>
    withTables(async () => {
      await User.create({ name: 'Ada' })
      let key = ''

      const failing = transaction(async () => {
        key = await put('a')
        afterRollback(() => {})
        await User.create({ name: 'Ada', photo: key })
      })

      await assert.rejects(failing, { name: 'UniqueViolation' })
      assert.ok(!(await exists(key)))
    }))

  it('is swept of old files that no row refers to, soft-deleted rows included', () =>
    withTables(async () => {
      const [used, restorable, orphan, young] = [
        await put('used'),
        await put('restorable'),
        await put('orphan'),
        await put('young'),
      ]
      await User.create({ name: 'Ada', photo: used })
      await (await Note.create({ file: restorable })).delete()
      for (const key of [used, restorable, orphan]) makeOld(key)

      const found: string[] = []
      const models = [User, Note]
      for await (const { disk, name } of findOrphans(models, new Date(Date.now() - 60_000))) {
        found.push(`${disk}/${name}`)
      }

      assert.deepEqual(found, [`photos/${orphan}`])
      for (const key of [used, restorable, orphan, young]) await photos.delete(key)
    }))
})

function makeOld(key: string): void {
  const time = new Date(Date.now() - 3_600_000)
  utimesSync(join(folder, 'photos', key), time, time)
}
