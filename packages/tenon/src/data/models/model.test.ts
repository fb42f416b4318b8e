import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { format, inspect } from 'node:util'
import { createTables } from '../../test/support/create-tables.ts'
import { forEachDialect } from '../../test/support/for-each-dialect.ts'
import { c, timestamps } from '../columns/columns.ts'
import { transaction, withDatabase } from '../database/current-database.ts'
import type { Database } from '../database/database.ts'
import { createLog } from '../log/create-log.ts'
import { HttpError, NotFound, ValidationFailed } from '../support/http-error.ts'
import { Model, type ModelMut } from './model.ts'

class Todo extends Model('todos', {
  id: c.id(),
  title: c.text(),
  completed: c.boolean().default(false),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {
  get label() {
    return `${this.completed ? '☑' : '☐'} ${this.title}`
  }

  toggle() {
    return this.update({ completed: !this.completed })
  }
}

class Account extends Model('accounts', {
  id: c.bigId(),
  email: c.text().unique(),
  password: c.text().hidden(),
  balance: c.bigint().default(0n),
  rate: c.real().nullable(),
  settings: c.json<{ theme: string }>().default({ theme: 'light' }),
  token: c.uuid().nullable(),
  ...timestamps(),
}) {}

class Document extends Model('documents', { id: c.uuidId(), title: c.text() }) {}

class Country extends Model('countries', { code: c.stringId(), name: c.text() }) {}

forEachDialect('a model', (open) => {
  const withTables = async (body: (database: Database) => Promise<void>) => {
    const database = await open()
    await createTables(database, Todo, Account, Document, Country)
    await withDatabase(database, () => body(database))
  }

  it('keeps the columns of a record as properties of its own', () =>
    withTables(async () => {
      const country = await Country.create({ code: 'de', name: 'Germany' })

      assert.deepEqual(Object.entries(country), [
        ['code', 'de'],
        ['name', 'Germany'],
      ])
      assert.deepEqual(Object.keys(country), ['code', 'name'])
      assert.equal(inspect(country), "Country { code: 'de', name: 'Germany' }")
      assert.equal(JSON.stringify(country), '{"code":"de","name":"Germany"}')
      assert.deepEqual(country, await Country.find('de'))
      assert.notDeepEqual(country, await Country.create({ code: 'fr', name: 'France' }))
    }))

  it('creates a record with its key, defaults and computed values', () =>
    withTables(async () => {
      const before = Date.now()

      const todo = await Todo.create({ title: 'Write' })

      assert.equal(todo.id, 1)
      assert.equal(todo.title, 'Write')
      assert.equal(todo.completed, false)
      assert.ok(todo.created_at.getTime() >= before)
      assert.ok(todo instanceof Todo)
    }))

  it('finds what was created, value by value', () =>
    withTables(async () => {
      const created = await Account.create({
        email: 'ada@example.com',
        password: 'secret',
        balance: 9223372036854775807n,
        rate: 1.5,
        settings: { theme: 'dark' },
        token: '0192F0C1-7C3A-7B1E-8F00-0A1B2C3D4E5F',
      })

      const found = await Account.find(created.id)

      assert.deepEqual(found, created)
      assert.equal(found?.balance, 9223372036854775807n)
      assert.equal(found?.token, '0192f0c1-7c3a-7b1e-8f00-0a1b2c3d4e5f')
    }))

  it('answers null for a key that no record has', () =>
    withTables(async () => {
      assert.equal(await Todo.find(7), null)
      await assert.rejects(Todo.findOrFail(7), NotFound)
    }))

  it('knows the keys that the database makes, also beyond 2^53', () =>
    withTables(async () => {
      const first = await Account.create({ email: 'a', password: 'p' })
      await Account.create({ id: 9007199254740993n, email: 'b', password: 'p' })
      const last = await Account.create({ email: 'c', password: 'p' })

      // PostgreSQL counts on from the last key that it made itself.
      const next = open.dialect === 'sqlite' ? 9007199254740994n : 2n
      assert.deepEqual([first.id, last.id], [1n, next])
    }))

  it('finds by integer, 64-bit, string and UUID keys that were parsed from text', () =>
    withTables(async () => {
      await Todo.create({ title: 'a' })
      await Account.create({ id: 9007199254740993n, email: 'a', password: 'b' })
      const document = await Document.create({ title: 'd' })
      await Country.create({ code: 'pt/é', name: 'Portugal' })

      assert.equal((await Todo.find(Todo.parseKey('1') ?? 0))?.title, 'a')
      assert.equal((await Account.find(Account.parseKey('9007199254740993') ?? 0n))?.email, 'a')
      assert.equal(
        (await Document.find(Document.parseKey(document.id.toUpperCase()) ?? ''))?.title,
        'd',
      )
      assert.equal((await Country.find(Country.parseKey('pt/é') ?? ''))?.name, 'Portugal')
    }))

  it('writes only the given columns and takes them over', () =>
    withTables(async (database) => {
      const todo = await Todo.create({ title: 'Write' })
      await database.script(`update todos set title = 'Changed elsewhere'`)

      await todo.update({ completed: true })

      assert.equal(todo.completed, true)
      assert.equal((await Todo.findOrFail(todo.id)).title, 'Changed elsewhere')
    }))

  it('tells what an update changed', () =>
    withTables(async () => {
      const todo = await Todo.create({ title: 'Write' })

      await todo.update({ title: 'Write more', completed: false })

      assert.deepEqual(todo.changes, { title: { from: 'Write', to: 'Write more' } })
    }))

  it('computes updated_at at each update that has something to write', () =>
    withTables(async () => {
      const past = new Date('2020-01-01T00:00:00Z')
      const account = await Account.create({ email: 'a', password: 'b', updated_at: past })

      await account.update({})
      const untouched = account.updated_at
      await account.update({ email: 'c' })

      assert.deepEqual(untouched, past)
      assert.ok(account.updated_at > past)
    }))

  it('refuses to update a record that is gone', () =>
    withTables(async () => {
      const todo = await Todo.create({ title: 'Write' })
      await Todo.delete(todo.id)

      await assert.rejects(todo.update({ title: 'Late' }), NotFound)
      await assert.rejects(todo.refresh(), NotFound)
    }))

  it('updates and deletes by key', () =>
    withTables(async () => {
      const todo = await Todo.create({ title: 'Write' })

      const updated = await Todo.update(todo.id, { title: 'Read' })
      const deleted = await Todo.delete(todo.id)

      assert.equal(updated?.title, 'Read')
      assert.equal(deleted, true)
      assert.equal(await Todo.delete(todo.id), false)
      assert.equal(await Todo.update(todo.id, { title: 'x' }), null)
    }))

  it('reads a record again on refresh', () =>
    withTables(async (database) => {
      const todo = await Todo.create({ title: 'Write' })
      await database.script(`update todos set title = 'Changed elsewhere'`)

      await todo.refresh()

      assert.equal(todo.title, 'Changed elsewhere')
    }))

  it('throws for columns that it does not declare, before anything is written', () =>
    withTables(async () => {
      const unknown = { code: 'E_COLUMN_UNKNOWN' }
      const todo = await Todo.create({ title: 'Write' })

      // @ts-expect-error the table has no such column
      await assert.rejects(Todo.create({ title: 'a', admin: true }), unknown)
      // @ts-expect-error the table has no such column
      await assert.rejects(todo.update({ admin: true }), unknown)
      // @ts-expect-error the key is not for update
      await assert.rejects(todo.update({ id: 2 }), { code: 'E_COLUMN_KEY' })
      // @ts-expect-error the title is missing
      await assert.rejects(Todo.create({}), { code: 'E_COLUMN_MISSING' })
      // @ts-expect-error an object is no text
      await assert.rejects(todo.update({ title: { $gt: '' } }), { code: 'E_COLUMN_VALUE' })
    }))

  it('refuses what a column cannot hold as the fault of the input', () =>
    withTables(async () => {
      await assert.rejects(Todo.create({ title: 'a\0b' }), ValidationFailed)
      await assert.rejects(
        Account.create({ email: 'a', password: 'b', balance: 2n ** 63n }),
        (error) => error instanceof HttpError && error.status === 422,
      )
    }))

  it('keeps methods and getters of the class body', () =>
    withTables(async () => {
      const todo = await Todo.create({ title: 'Write' })

      await todo.toggle()

      assert.equal(todo.label, '☑ Write')
    }))

  it('can be extended once more', () =>
    withTables(async () => {
      class LoudTodo extends Todo {
        override get label() {
          return super.label.toUpperCase()
        }
      }
      const { id } = await Todo.create({ title: 'Write' })

      assert.equal((await LoudTodo.find(id))?.label, '☐ WRITE')
      assert.equal((await Todo.find(id))?.label, '☐ Write')
    }))

  it('takes part in transactions', () =>
    withTables(async () => {
      const failed = transaction(async () => {
        await Todo.create({ title: 'Never' })
        const locked = await Todo.where('title', 'Never').lockForUpdate().firstOrFail()
        await locked.update({ title: 'Nowhere' })
        throw new Error('roll back')
      })

      await assert.rejects(failed, /roll back/)
      assert.equal(await Todo.count(), 0)
    }))

  it('shows no hidden column where a record is printed or logged', () =>
    withTables(async () => {
      const account = await Account.create({ email: 'a@example.com', password: 'hunter2' })
      await account.update({ password: 'hunter3' })
      const lines: string[] = []
      const destination = { write: (line: string) => void lines.push(line) }
      const log = createLog({ level: 'info', format: 'json', destination })

      log.info('Signed up', { account })
      const printed = [
        inspect(account),
        inspect({ accounts: [account] }, { depth: 5 }),
        inspect(Object.assign(new Error('Refused'), { account })),
        format('%s %o', account, account),
        ...lines,
      ].join()

      assert.match(printed, /Account \{\s+id: 1n?,\s+email: 'a@example\.com'/)
      assert.equal(inspect([account], { depth: 0 }), '[ [Account] ]')
      assert.doesNotMatch(printed, /password|hunter/)
    }))

  it('goes to JSON without hidden columns, with ISO dates and 64-bit integers as text', () =>
    withTables(async () => {
      const moment = new Date('2026-11-20T09:30:00.123Z')
      const account = await Account.create({
        email: 'a',
        password: 'b',
        created_at: moment,
        updated_at: moment,
      })

      const json = JSON.parse(JSON.stringify(account)) as unknown

      assert.deepEqual(json, {
        id: '1',
        email: 'a',
        balance: '0',
        rate: null,
        settings: { theme: 'light' },
        token: null,
        created_at: '2026-11-20T09:30:00.123Z',
        updated_at: '2026-11-20T09:30:00.123Z',
      })
    }))
})

describe('the declaration of a model', () => {
  it('refuses names that would need quoting with care', () => {
    assert.throws(() => Model('a"b', { id: c.id() }), { code: 'E_IDENTIFIER' })
    assert.throws(() => Model('a', { id: c.id(), 'b c': c.text() }), { code: 'E_IDENTIFIER' })
  })

  it('refuses a table without a key or with two', () => {
    assert.throws(() => Model('a', { title: c.text() }), { code: 'E_MODEL_KEY' })
    assert.throws(() => Model('a', { a: c.id(), b: c.stringId() }), { code: 'E_MODEL_KEY' })
  })

  it('refuses columns that would hide what every record has', () => {
    const refused = { code: 'E_MODEL_COLUMN_RESERVED' }

    assert.throws(() => Model('a', { id: c.id(), update: c.text() }), refused)
    assert.throws(() => Model('a', { id: c.id(), toString: c.text() }), refused)
    assert.throws(() => Model('a', { id: c.id(), constructor: c.text() }), refused)
  })
})

describe('a model over another store', () => {
  it('takes a few lines', async () => {
    const notes = new Map<number, { id: number; text: string }>()
    const Notes: ModelMut<number, { id: number; text: string }, { text: string }> = {
      parseKey: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
      find: (id) => notes.get(id) ?? null,
      create({ text }: { text: string }) {
        const note = { id: notes.size + 1, text }
        notes.set(note.id, note)
        return note
      },
      update: (id) => notes.get(id) ?? null,
      delete: (id) => notes.delete(id),
    }

    const created = await Notes.create({ text: 'hello' })

    assert.equal(await Notes.find(created.id), created)
  })
})
