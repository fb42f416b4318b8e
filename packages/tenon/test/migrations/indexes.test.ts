import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { type Database, sql, UniqueViolation, withDatabase } from '../../src/database.ts'
import { Model, softDeletes } from '../../src/models.ts'
import {
  alterColumn,
  c,
  createIndex,
  createMigrator,
  createTable,
  dropColumn,
  dropIndex,
  migration,
  type Operation,
  renameColumn,
  renameTable,
} from '../../src/migrations.ts'

const email = c.text().unique({ caseInsensitive: true })

class User extends Model('users', { id: c.id(), email, name: c.text().nullable() }) {}

const createUsers = createTable('users', { id: c.id(), email, name: c.text().nullable() })

forEachDialect('a case-insensitive unique column', (open) => {
  it('rejects a second value that differs only in case, and names the column', async () => {
    const database = await open()
    await migrateAll(database, [[createUsers]])

    await withDatabase(database, async () => {
      await User.create({ email: 'Ada@example.com' })
      const again = User.create({ email: 'ada@EXAMPLE.com' })

      await assert.rejects(again, (error) => {
        assert.ok(error instanceof UniqueViolation)
        assert.deepEqual({ ...error.place }, expectedPlace)
        return true
      })
      assert.equal((await User.create({ email: 'ÄDA@example.com' })).email, 'ÄDA@example.com')
      assert.equal((await User.create({ email: 'äda@example.com' })).email, 'äda@example.com')
    })
  })

  it('is found, listed, excluded and upserted case-insensitively', async () => {
    const database = await open()
    await migrateAll(database, [[createUsers]])

    await withDatabase(database, async () => {
      await User.createMany([{ email: 'Ada@example.com' }, { email: 'bob@example.com' }])
      await User.upsert(
        [
          { email: 'ADA@example.com', name: 'Ada' },
          { email: 'ada@example.com', name: 'Ada L.' },
        ],
        { by: ['email'] },
      )
      const emails = async (query: { all(): Promise<User[]> }) =>
        (await query.all()).map((user) => user.email)

      assert.equal((await User.by('email').find('aDA@example.com'))?.name, 'Ada L.')
      assert.deepEqual(await emails(User.where({ email: 'ADA@EXAMPLE.COM' })), ['Ada@example.com'])
      assert.deepEqual(await emails(User.where('email', '!=', 'ada@example.com')), [
        'bob@example.com',
      ])
      assert.deepEqual(await emails(User.where('email', 'in', ['BOB@example.com', 'x,"y'])), [
        'bob@example.com',
      ])
      assert.deepEqual(await emails(User.where('email', 'not in', ['BOB@example.com'])), [
        'Ada@example.com',
      ])
    })
  })

  it('can be added and removed, even after its table and column were renamed', async () => {
    const database = await open()
    const plain = c.text().unique()
    const migrator = await migrateAll(database, [
      [createTable('people', { id: c.id(), mail: plain })],
      [alterColumn('people', 'mail', { from: plain, to: email })],
      [renameTable('people', 'users'), renameColumn('users', 'mail', 'email')],
      [alterColumn('users', 'email', { from: email, to: c.text() })],
    ])
    const insert = `insert into users (email) values ('a'), ('A')`
    await database.script(insert)

    await assert.rejects(migrator.rollback({ step: 1 }), { name: 'MigrationFailed' })
    await database.script('delete from users')
    await migrator.rollback({ step: 1 })

    await assert.rejects(database.script(insert), UniqueViolation)
    await migrator.rollback({ step: 2 })
    await database.script(`insert into people (mail) values ('a'), ('A')`)
  })

  it('can be dropped', async () => {
    const database = await open()
    const migrator = await migrateAll(database, [
      [createUsers],
      [dropColumn('users', 'email', email.nullable())],
    ])

    await migrator.rollback({ step: 1 })

    await assert.rejects(
      database.script(`insert into users (email) values ('a'), ('A')`),
      UniqueViolation,
    )
  })
})

class Account extends Model('accounts', {
  id: c.id(),
  address: c.text().unique({ caseInsensitive: true, ignoreDeleted: true }),
  name: c.text().nullable(),
  ...softDeletes(),
}) {}

const createAccounts = createTable('accounts', Account.columns)

forEachDialect('a column that is unique among records that are not deleted', (open) => {
  it('accepts the value of a deleted record, but only once', async () => {
    const database = await open()
    await migrateAll(database, [[createAccounts]])

    await withDatabase(database, async () => {
      const first = await Account.create({ address: 'ada@example.com' })
      await first.delete()
      await Account.create({ address: 'Ada@example.com' })

      await assert.rejects(Account.create({ address: 'ADA@example.com' }), UniqueViolation)
      await assert.rejects(Account.where('id', first.id).restore(), UniqueViolation)
    })
  })

  it('identifies the existing record for an upsert', async () => {
    const database = await open()
    await migrateAll(database, [[createAccounts]])

    await withDatabase(database, async () => {
      const deleted = await Account.create({ address: 'ada@example.com' })
      await deleted.delete()
      const by = { by: ['address'] } as const
      await Account.upsert([{ address: 'ada@example.com', name: 'Ada' }], by)
      await Account.upsert([{ address: 'ADA@example.com', name: 'Ada L.' }], by)

      assert.deepEqual(await Account.query().pluck('name'), ['Ada L.'])
      assert.deepEqual(await Account.query().onlyDeleted().pluck('name'), [null])
    })
  })

  it('is restored by a rollback', async () => {
    const database = await open()
    const plain = c.text().unique()
    const migrator = await migrateAll(database, [
      [createTable('people', { id: c.id(), mail: plain, ...softDeletes() })],
      [
        alterColumn('people', 'mail', {
          from: plain,
          to: c.text().unique({ ignoreDeleted: true }),
        }),
      ],
    ])
    const at = open.dialect === 'sqlite' ? '1' : `'2026-01-01'`
    const insert = `insert into people (mail, deleted_at) values ('a', ${at}), ('a', null)`

    await database.script(insert)
    await database.script('delete from people')
    await migrator.rollback({ step: 1 })

    await assert.rejects(database.script(insert), UniqueViolation)
  })

  it('needs a model with soft deletes', () => {
    const address = c.text().unique({ ignoreDeleted: true })

    assert.throws(() => Model('accounts', { id: c.id(), address }), {
      code: 'E_MODEL_SOFT_DELETES',
    })
  })
})

forEachDialect('an index of SQL', (open) => {
  it('covers only the rows that match its condition', async () => {
    const database = await open()
    await migrateAll(database, [
      [createUsers],
      [createIndex('users', 'name', { unique: true, name: 'users_named', where: `name <> 'x'` })],
    ])

    await database.script(`insert into users (email, name) values ('a', 'x'), ('b', 'x')`)
    const twice = database.script(`insert into users (email, name) values ('c', 'y'), ('d', 'y')`)

    await assert.rejects(twice, UniqueViolation)
  })

  it('covers expressions beside columns, and is dropped by its name', async () => {
    const database = await open()
    const migrator = await migrateAll(database, [
      [createUsers],
      [
        createIndex('users', ['email'], {
          unique: true,
          name: 'users_email_length',
          expressions: ['length(name)'],
        }),
      ],
    ])

    await migrator.rollback({ step: 1 })

    const rest = await database.query(
      open.dialect === 'sqlite'
        ? sql`select name from sqlite_schema where name = 'users_email_length'`
        : sql`select 1 as name where to_regclass('users_email_length') is not null`,
    )
    assert.deepEqual(rest, [])
    assert.throws(() => createIndex('users', [], { expressions: ['length(name)'] }), {
      code: 'E_MIGRATION_INDEX',
    })
  })
})

forEachDialect('an index with SQL for each database', (open) => {
  it('is created, dropped and left out as each text says', async () => {
    const database = await open()
    const names = async () => {
      const rows = await database.query<{ name: string }>(
        open.dialect === 'sqlite'
          ? sql`select name from sqlite_schema where type = 'index' and name like 'by%' order by 1`
          : sql`select indexname::text as name from pg_indexes where schemaname = current_schema() and indexname like 'by%' order by 1`,
      )
      return rows.map(({ name }) => name)
    }
    const cast = { sqlite: 'lower(name)', postgres: 'lower((name)::text)' }
    const migrator = await migrateAll(database, [
      [createUsers],
      [
        createIndex('users', [], { name: 'by_cast', expressions: [cast] }),
        createIndex('users', 'name', {
          name: 'by_postgres',
          where: { sqlite: '', postgres: `name ~ '^a'` },
        }),
      ],
    ])

    const created = await names()
    await migrator.rollback({ step: 1 })

    assert.deepEqual(created, open.dialect === 'sqlite' ? ['by_cast'] : ['by_cast', 'by_postgres'])
    assert.deepEqual(await names(), [])
  })
})

/** The same SQL for both databases. */
const expectedPlace = { table: 'users', columns: [], constraint: 'users_email_unique' }

async function migrateAll(database: Database, steps: readonly (readonly Operation[])[]) {
  const migrations = steps.map((operations, i) => ({
    name: `2026_11_20_${String(i + 1).padStart(6, '0')}_step`,
    migration: migration(operations),
  }))
  const migrator = createMigrator(database, migrations)
  await migrator.migrate()
  return migrator
}

forEachDialect('the indexes of a column', (open) => {
  it('are kept when it is altered, also if its name is reserved or of mixed case', async () => {
    const database = await open()
    const columns = { order: c.integer().index(), userId: c.text().unique() }
    await migrateAll(database, [
      [createTable('lines', { id: c.id(), ...columns })],
      [
        alterColumn('lines', 'order', { from: columns.order, to: columns.order.nullable() }),
        alterColumn('lines', 'userId', { from: columns.userId, to: columns.userId.nullable() }),
      ],
    ])

    await database.script(`insert into lines ("order", "userId") values (null, null), (1, 'a')`)

    const again = database.script(`insert into lines ("userId") values ('a')`)
    await assert.rejects(again, UniqueViolation)
  })

  it('and the constraints that name it are dropped with it, those of other tools as well', async () => {
    const database = await open()
    await database.script(`
      create table others (code text primary key);
      create table things (
        id integer primary key,
        code text unique,
        name text check (name <> code), -- not the same
        note text constraint brief check (length(note) < 5),
        other text,
        check (length(code) < 5),
        unique (name, code),
        constraint known foreign key (other) references others (code)
      );
      create index partial_index on things (name) where code is not null;
      create index computed_index on things (lower(code));
      create index other_index on things (note);
      insert into things (id, code, name) values (1, 'a', 'b')`)

    const steps = ['code', 'note'].map((name) => [dropColumn('things', name, c.text().nullable())])
    await migrateAll(database, steps.slice(0, 1))

    await database.script(`insert into things (id, name) values (2, 'b')`)
    await assert.rejects(database.script(`insert into things (id, note) values (3, 'abcde')`))
    await assert.rejects(database.script(`insert into things (id, other) values (3, 'none')`))
    assert.deepEqual(await database.query(sql`select id, name from things order by id`), [
      { id: 1, name: 'b' },
      { id: 2, name: 'b' },
    ])
    await migrateAll(database, steps)
    await database.script(`insert into things (id, name) values (4, 'long')`)
  })

  it('go with it, but not those that name a function, keyword or type of its name', async () => {
    const database = await open()
    const names = ['length', 'desc', 'text', 'is', 'size']
    await database.script(`
      create table things (
        id integer primary key,
        ${names.map((name) => `"${name}" integer`).join(', ')},
        name text not null check (length(name) > 1),
        version integer not null,
        check (cast(name as text) is not null and version > 0)
      );
      create unique index latest on things (name, version desc);
      create unique index sizes on things (length(name), "size");
      insert into things (id, name, version) values (1, 'ab', 1)`)

    const drops = names.map((name) => dropColumn('things', name, c.integer().nullable()))
    const migrator = await migrateAll(database, [drops])

    const refused = [`'ab', 1`, `'a', 2`, `'cd', 0`]
    for (const values of refused) {
      const inserting = database.script(
        `insert into things (name, version, id) values (${values}, 2)`,
      )
      await assert.rejects(inserting, Error, values)
    }
    await migrator.rollback()
    await database.script('update things set length = 1, "desc" = 2, "text" = 3, "is" = 4')
  })
})

forEachDialect('an index of another program', (open) => {
  const script = `
    create table parts (id integer primary key, name text, size integer, unique (name, size));
    create table uses (part_id integer references parts (id) on delete cascade);
    create index few on parts (size) where size > 10;
    create index sizes on parts (size);
    create index parts_name_index on parts (name);
    insert into parts values (1, 'a', 1);
    insert into uses values (1)`

  it('is dropped by its columns, and so is a unique constraint, but not an index of some rows', async () => {
    const database = await open()
    await database.script(script)
    const drop = [
      dropIndex('parts', 'size'),
      dropIndex('parts', ['name', 'size'], { unique: true }),
    ]

    await migrateAll(database, [drop])
    await database.script(`insert into parts values (2, 'a', 1)`)

    assert.deepEqual(await database.query(sql`select * from uses`), [{ part_id: 1 }])
    await assert.rejects(migrateAll(database, [drop, [dropIndex('parts', 'size')]]), /index/)
    await migrateAll(database, [drop, [dropIndex('parts', 'size', { name: 'few' })]])
  })

  it('has the name for its column after the column is renamed, if it had it before', async () => {
    const database = await open()
    await database.script(script)

    await migrateAll(database, [
      [renameColumn('parts', 'name', 'label'), renameTable('parts', 'pieces')],
      [dropIndex('pieces', 'label', { name: 'pieces_label_index' })],
    ])
  })
})

onDialect('sqlite', 'a unique constraint of another program', (open) => {
  it('is dropped whatever the order and collation of its columns', async () => {
    const database = await open()
    await database.script(`
      create table parts (id integer primary key, a text, b text, c text, unique (a collate nocase),
        constraint two unique (b desc, c collate rtrim asc) on conflict abort);
      insert into parts values (1, 'a', 'b', 'c')`)

    await migrateAll(database, [
      [alterColumn('parts', 'a', { from: c.text().nullable().unique(), to: c.text().nullable() })],
      [dropIndex('parts', ['b', 'c'], { unique: true })],
    ])

    await database.script(`insert into parts values (2, 'a', 'b', 'c')`)
  })
})

onDialect('postgres', 'an index that is created or dropped concurrently', (open) => {
  it('is not dropped under a name that it does not have', async () => {
    const database = await open()
    const table = [createTable('parts', { id: c.id(), size: c.integer().index() })]
    const concurrently = true
    const refused = [
      dropIndex('parts', 'sise', { concurrently }),
      dropIndex('party', 'size', { concurrently }),
      dropIndex('parts', 'size', { concurrently, name: 'sizes' }),
    ]

    await migrateAll(database, [table])

    for (const drop of refused) {
      const dropping = migrateAll(database, [table, [drop]])
      await assert.rejects(dropping, /has no index/, JSON.stringify(drop))
    }
    await migrateAll(database, [
      table,
      [dropIndex('parts', 'size', { concurrently, name: 'parts_size_index' })],
    ])
  })

  it('needs nothing more after a migrator that was killed before it could record it', async () => {
    const database = await open()
    const create = createIndex('parts', 'size', { concurrently: true })
    const table = [createTable('parts', { id: c.id(), size: c.integer() })]
    await migrateAll(database, [table])
    await database.script('create index parts_size_index on parts (size)')

    await migrateAll(database, [table, [create]])
    await database.script('drop index parts_size_index')
    await migrateAll(database, [
      table,
      [create],
      [dropIndex('parts', 'size', { concurrently: true })],
    ])

    assert.deepEqual(
      await database.query(sql`select name from migrations where name like '%3_step'`),
      [{ name: '2026_11_20_000003_step' }],
    )
  })
})
