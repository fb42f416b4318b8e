import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { c } from '../columns/columns.ts'
import { sql as fragment } from '../database/sql.ts'
import { ForeignKeyViolation, UniqueViolation } from '../database/database-error.ts'
import type { Database } from '../database/database.ts'
import { migration } from './migration.ts'
import { MigrationFailed } from './migration-failed.ts'
import { createMigrator, type Migrator } from './migrator.ts'
import type { Operation } from './operation.ts'
import {
  addColumn,
  addForeignKey,
  alterColumn,
  createIndex,
  createTable,
  dropColumn,
  dropForeignKey,
  dropIndex,
  dropTable,
  renameColumn,
  renameTable,
  execute,
} from './operations.ts'

const users = createTable('users', { id: c.id(), name: c.text() })
const todos = createTable('todos', {
  id: c.id(),
  title: c.text(),
  user_id: c.integer().nullable().references('users.id', { onDelete: 'cascade' }),
})

forEachDialect('the operations', (open) => {
  it('createTable creates every kind of column, and rolls back to nothing', async () => {
    const database = await open()
    const migrator = create(database, [
      createTable('things', {
        id: c.bigId(),
        a: c.text().default("it's"),
        b: c.integer().default(-5),
        c: c.bigint().default(9007199254740993n),
        d: c.real().default(1.5),
        e: c.boolean().default(true),
        f: c.timestamp().default(new Date('2026-11-20T09:30:00.123Z')),
        g: c.uuid().nullable(),
        h: c.json().default({ of: ["it's"] }),
      }),
    ])

    await migrator.migrate()
    await database.script(`insert into things (g) values (null)`)

    const [row] = await database.query<Record<string, unknown>>(fragment`select * from things`)
    const { e, h, ...others } = row ?? {}
    assert.deepEqual(others, {
      id: 1,
      a: "it's",
      b: -5,
      c: 9007199254740993n,
      d: 1.5,
      f: Date.parse('2026-11-20T09:30:00.123Z'),
      g: null,
    })
    assert.ok(e === true || e === 1)
    assert.deepEqual(typeof h === 'string' ? JSON.parse(h) : h, { of: ["it's"] })
    await migrator.rollback()
    await assert.rejects(database.query(fragment`select * from things`))
  })

  it('createTable creates keys of text, of UUIDs and of several columns', async () => {
    const database = await open()
    const migrator = create(database, [
      createTable('a', { id: c.uuidId() }),
      createTable('b', { id: c.stringId() }),
      createTable('a_b', { a: c.integer(), b: c.integer() }, { primaryKey: ['a', 'b'] }),
    ])

    await migrator.migrate()
    await database.script('insert into a_b (a, b) values (1, 1), (1, 2)')

    await assert.rejects(database.script('insert into a_b (a, b) values (1, 2)'), UniqueViolation)
    await assert.rejects(database.script('insert into b (id) values (null)'))
  })

  it('createTable creates the indexes, unique indexes and foreign keys of its columns', async () => {
    const database = await open()
    const migrator = create(database, [
      users,
      createTable('posts', {
        id: c.id(),
        slug: c.text().unique(),
        user_id: c.integer().index().references('users.id'),
      }),
    ])

    await migrator.migrate()
    await database.script(`insert into users (name) values ('Ada')`)
    await database.script(`insert into posts (slug, user_id) values ('a', 1)`)

    await assert.rejects(
      database.script(`insert into posts (slug, user_id) values ('a', 1)`),
      UniqueViolation,
    )
    await assert.rejects(
      database.script(`insert into posts (slug, user_id) values ('b', 2)`),
      ForeignKeyViolation,
    )
    assert.deepEqual(await indexes(database), ['posts_slug_unique', 'posts_user_id_index'])
  })

  it('dropTable drops a table and restores it', async () => {
    const database = await open()
    const drop = dropTable('users', { id: c.id(), name: c.text().unique() })
    const migrator = create(database, [users], [drop])

    await migrator.migrate()
    await assert.rejects(database.query(fragment`select * from users`))

    await migrator.rollback({ step: 1 })
    assert.deepEqual(await database.query(fragment`select * from users`), [])
    assert.deepEqual(await indexes(database), ['users_name_unique'])
  })

  it('renameTable keeps rows, indexes and foreign keys, there and back', async () => {
    const database = await open()
    const migrator = create(
      database,
      [users, todos, createIndex('todos', ['title', 'user_id']), ...rows],
      [renameTable('todos', 'tasks'), renameTable('users', 'people')],
      [dropForeignKey('tasks', 'user_id', 'people.id', { onDelete: 'cascade' })],
    )

    await migrator.migrate()
    assert.deepEqual(await indexes(database), ['tasks_title_user_id_index'])
    assert.equal((await database.query(fragment`select * from tasks`)).length, 2)

    await migrator.rollback({ step: 2 })
    assert.deepEqual(await indexes(database), ['todos_title_user_id_index'])
    await database.script('delete from users')
    assert.equal((await database.query(fragment`select * from todos`)).length, 1)
  })

  it('addColumn adds a column with its index and foreign key, and removes it again', async () => {
    const database = await open()
    const column = c.integer().nullable().index().references('users.id')
    const migrator = create(
      database,
      [users, ...rows.slice(0, 1)],
      [addColumn('users', 'email', c.text().default('-')), addColumn('users', 'parent_id', column)],
    )

    await migrator.migrate()
    assert.deepEqual(await database.query(fragment`select * from users`), [
      { id: 1, name: 'Ada', email: '-', parent_id: null },
    ])
    await assert.rejects(database.script('update users set parent_id = 7'), ForeignKeyViolation)

    await migrator.rollback({ step: 1 })
    assert.deepEqual(await database.query(fragment`select * from users`), [{ id: 1, name: 'Ada' }])
    assert.deepEqual(await indexes(database), [])
  })

  it('alterColumn changes nullability, there and back', async () => {
    const database = await open()
    const change = { from: c.text(), to: c.text().nullable() }
    const migrator = create(
      database,
      [users, todos, ...rows],
      [alterColumn('todos', 'title', change)],
    )

    await migrator.migrate()
    await database.script('insert into todos (title) values (null)')

    await assert.rejects(migrator.rollback({ step: 1 }))
    await database.script('delete from todos where title is null')
    await migrator.rollback({ step: 1 })
    await assert.rejects(database.script('insert into todos (title) values (null)'))
    assert.equal((await database.query(fragment`select * from todos`)).length, 2)
  })

  it('alterColumn names the table and column if a row is null', async () => {
    const database = await open()
    const things = createTable('things', { id: c.id(), size: c.integer().nullable() })
    const from = c.integer().nullable()
    const inPlace = alterColumn('things', 'size', { from, to: c.integer() })
    const rebuilt = alterColumn('things', 'size', { from, to: c.integer().default(5) })
    await create(database, [things]).migrate()
    await database.script('insert into things (size) values (null)')

    const told = {
      message: 'The migration "2026_11_20_000001_step" failed. "things.size" must not be null',
    }
    await assert.rejects(create(database, [things], [inPlace]).migrate(), told)
    await assert.rejects(create(database, [things], [rebuilt]).migrate(), told)
  })

  it('alterColumn converts the values to another type, and sets a default', async () => {
    const database = await open()
    const counts = createTable('counts', { id: c.id(), many: c.text().default('0') })
    const change = { from: c.text().default('0'), to: c.integer().default(7) }
    const migrator = create(database, [counts], [alterColumn('counts', 'many', change)])
    await create(database, [counts]).migrate()
    await database.script(`insert into counts (many) values ('12')`)

    await migrator.migrate()
    await database.script('insert into counts default values')
    const numbers = await database.query(fragment`select many from counts order by id`)
    await migrator.rollback()
    await database.script('insert into counts default values')
    const texts = await database.query(fragment`select many from counts order by id`)

    assert.deepEqual(numbers, [{ many: 12 }, { many: 7 }])
    assert.deepEqual(texts, [{ many: '12' }, { many: '7' }, { many: '0' }])
  })

  it('alterColumn adds an index and a foreign key, and removes them again', async () => {
    const database = await open()
    const plain = createTable('notes', { id: c.id(), user_id: c.integer() })
    const to = c.integer().unique().references('users.id')
    const change = alterColumn('notes', 'user_id', { from: c.integer(), to })
    const migrator = create(database, [users, plain], [change])

    await migrator.migrate()
    await assert.rejects(
      database.script('insert into notes (user_id) values (1)'),
      ForeignKeyViolation,
    )
    const during = await indexes(database)
    await migrator.rollback({ step: 1 })
    await database.script('insert into notes (user_id) values (1)')

    assert.deepEqual(during, ['notes_user_id_unique'])
    assert.deepEqual(await indexes(database), [])
  })

  it('renameColumn keeps values, indexes and the foreign key, there and back', async () => {
    const database = await open()
    const indexed = createIndex('todos', ['user_id', 'title'])
    const rename = renameColumn('todos', 'user_id', 'owner_id')
    const drops = [
      dropIndex('todos', ['owner_id', 'title']),
      dropForeignKey('todos', 'owner_id', 'users.id', { onDelete: 'cascade' }),
    ]
    const migrator = create(database, [users, todos, indexed, ...rows], [rename], drops)

    await migrator.migrate()
    const owners = await database.query(fragment`select owner_id from todos order by id`)
    await migrator.rollback({ step: 2 })
    const names = await indexes(database)
    await database.script('delete from users')

    assert.deepEqual(owners, [{ owner_id: 1 }, { owner_id: null }])
    assert.deepEqual(names, ['todos_user_id_title_index'])
    assert.equal((await database.query(fragment`select * from todos`)).length, 1)
  })

  it('dropColumn drops a column with its index and foreign key, and restores them', async () => {
    const database = await open()
    const parent = c.integer().nullable().unique().references('users.id')
    const tree = createTable('users', { id: c.id(), name: c.text(), parent_id: parent })
    const migrator = create(
      database,
      [tree, ...rows.slice(0, 1)],
      [dropColumn('users', 'parent_id', parent)],
    )

    await migrator.migrate()
    const without = await database.query(fragment`select * from users`)
    await migrator.rollback({ step: 1 })

    assert.deepEqual(without, [{ id: 1, name: 'Ada' }])
    assert.deepEqual(await indexes(database), ['users_parent_id_unique'])
    await assert.rejects(database.script('update users set parent_id = 7'), ForeignKeyViolation)
  })

  it('createIndex and dropIndex undo each other', async () => {
    const database = await open()
    const unique = createIndex('users', 'name', { unique: true })
    const drop = dropIndex('users', 'name', { unique: true })
    const migrator = create(database, [users], [unique], [drop])

    await migrator.migrate()
    const after = await indexes(database)
    await migrator.rollback({ step: 1 })
    const between = await indexes(database)
    await migrator.rollback({ step: 1 })

    assert.deepEqual([after, between, await indexes(database)], [[], ['users_name_unique'], []])
  })

  it('rejects a foreign key to a table that does not exist', async () => {
    const database = await open()
    const notes = createTable('notes', { id: c.id(), user_id: c.integer().references('users.id') })
    const misspelt = addColumn('notes', 'owner_id', c.integer().nullable().references('user.id'))

    await assert.rejects(create(database, [notes]).migrate(), MigrationFailed)
    await create(database, [users, notes]).migrate()
    await assert.rejects(create(database, [users, notes], [misspelt]).migrate(), MigrationFailed)
    const drop = dropTable('users', { id: c.id(), name: c.text() })
    await assert.rejects(create(database, [users, notes], [drop]).migrate(), MigrationFailed)

    await database.script("insert into users (name) values ('Ada')")
    await database.script('insert into notes (user_id) values (1)')
  })

  it('addForeignKey rejects rows that refer to missing rows, and leaves the table unchanged', async () => {
    const database = await open()
    const plain = createTable('notes', { id: c.id(), user_id: c.integer() })
    const key = addForeignKey('notes', 'user_id', 'users.id')
    await create(database, [users, plain]).migrate()
    await database.script('insert into notes (user_id) values (1)')

    await assert.rejects(create(database, [users, plain], [key]).migrate(), MigrationFailed)
    await database.script('insert into notes (user_id) values (2)')

    assert.equal((await database.query(fragment`select * from notes`)).length, 2)
  })

  it('addForeignKey and dropForeignKey undo each other', async () => {
    const database = await open()
    const plain = createTable('notes', { id: c.id(), user_id: c.integer() })
    const key = addForeignKey('notes', 'user_id', 'users.id', { onDelete: 'cascade' })
    const drop = dropForeignKey('notes', 'user_id', 'users.id', { onDelete: 'cascade' })
    const migrator = create(database, [users, plain, ...rows.slice(0, 1)], [key], [drop])

    await migrator.migrate()
    await migrator.rollback({ step: 1 })
    await assert.rejects(
      database.script('insert into notes (user_id) values (2)'),
      ForeignKeyViolation,
    )
    await migrator.rollback({ step: 1 })
    await database.script('insert into notes (user_id) values (2)')
  })

  it('execute runs the text for the database, and its inverse', async () => {
    const database = await open()
    const up = {
      sqlite: 'create view v as select 1 as one',
      postgres: 'create view v as select 1 as one',
    }
    const drop = { sqlite: 'drop view v', postgres: 'drop view v' }
    const migrator = create(database, [execute(up, drop)])

    await migrator.migrate()
    const rows = await database.query(fragment`select * from v`)
    await migrator.rollback()

    assert.deepEqual(rows, [{ one: 1 }])
    await assert.rejects(database.query(fragment`select * from v`))
  })

  it('keep rows, keys, counters and references to a table through every change', async () => {
    const database = await open()
    const change = { from: c.text(), to: c.text().default('nobody') }
    const migrator = create(
      database,
      [users, todos, ...rows],
      [alterColumn('users', 'name', change)],
    )
    await create(database, [users, todos, ...rows]).migrate()
    await database.script(`insert into users (name) values ('gone')`)
    await database.script(`delete from users where name = 'gone'`)

    await migrator.migrate()
    await database.script('insert into users default values')

    const names = await database.query(fragment`select id, name from users order by id`)
    assert.deepEqual(names, [
      { id: 1, name: 'Ada' },
      { id: 3, name: 'nobody' },
    ])
    assert.equal((await database.query(fragment`select * from todos`)).length, 2)
    await database.script('delete from users where id = 1')
    assert.equal((await database.query(fragment`select * from todos`)).length, 1)
  })
})

describe('operations', () => {
  it('reject names with special characters', () => {
    for (const name of ['a"b', 'a b', '', '1a', 'ä', 'a'.repeat(64), 'a;drop table b']) {
      assert.throws(() => dropColumn('todos', name), { code: 'E_IDENTIFIER' }, name)
    }
  })

  it('reject a table without columns, or with two primary keys', () => {
    const two = { a: c.id(), b: c.stringId() }

    assert.throws(() => createTable('none', {}), { code: 'E_MIGRATION_TABLE' })
    assert.throws(() => createTable('two', two), { code: 'E_MIGRATION_TABLE' })
    assert.throws(() => createTable('two', { a: c.id() }, { primaryKey: ['a'] }), /primary key/)
    // @ts-expect-error -- the compiler refuses it as well
    assert.throws(() => createTable('b', { a: c.text() }, { primaryKey: ['b'] }), /no column "b"/)
  })

  it('reject making a column a primary key', () => {
    const change = { from: c.integer(), to: c.id() }

    assert.throws(() => addColumn('todos', 'id', c.id()), { code: 'E_MIGRATION_PRIMARY_KEY' })
    assert.throws(() => alterColumn('todos', 'id', change), { code: 'E_MIGRATION_PRIMARY_KEY' })
  })
})

const rows = [
  both(`insert into users (name) values ('Ada')`),
  both(`insert into todos (title, user_id) values ('one', 1), ('two', null)`),
]

function both(text: string): Operation {
  return execute({ sqlite: text, postgres: text }, { sqlite: '', postgres: '' })
}

/** Creates a migrator with one migration for each list of operations. */
function create(database: Database, ...lists: (readonly Operation[])[]): Migrator {
  const named = lists.map((operations, i) => ({
    name: `2026_11_20_00000${i}_step`,
    migration: migration(operations),
  }))
  return createMigrator(database, named)
}

/** The names of all indexes except those of primary keys. */
async function indexes(database: Database): Promise<string[]> {
  const found = await database.query<{ name: string }>(
    database.dialect === 'sqlite'
      ? fragment`select name from sqlite_schema where type = 'index' and sql is not null`
      : fragment`select indexname::text as name from pg_indexes
                 where schemaname = current_schema() and indexname not like '%_pkey'`,
  )
  return found.map(({ name }) => name).toSorted()
}
