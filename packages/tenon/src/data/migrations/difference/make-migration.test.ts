import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import type { Columns } from '../../columns/column.ts'
import { c, softDeletes, timestamps } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import { ForeignKeyViolation, UniqueViolation } from '../../database/database-error.ts'
import { sql as fragment } from '../../database/sql.ts'
import { Model } from '../../models/model.ts'
import { belongsToAny, manyToMany } from '../../relations/relation.ts'
import { createMigrator } from '../migrator.ts'
import { findDrift, makeMigration } from './make-migration.ts'
import type { ModelTable } from './schema.ts'
import type { AnswerRename, RenameQuestion } from './schema-difference.ts'

const users = model('users', { id: c.id(), email: c.text().unique(), name: c.text() })
const todos = model('todos', {
  id: c.uuidId(),
  title: c.text().default('it\'s "new"'),
  done: c.boolean().default(false),
  stars: c.bigint().default(12n),
  slug: c.text().unique({ ignoreDeleted: true }),
  due: c.timestamp().default(new Date('2026-11-20T09:30:00.123Z')),
  extra: c.json().default({ tags: [] }),
  user_id: c.integer().nullable().index().references('users.id', { onDelete: 'set null' }),
  parent_id: c.uuid().nullable().references('todos.id'),
  ...timestamps(),
  ...softDeletes(),
})

describe('makeMigration', () => {
  it('writes the creation of tables as you would by hand', async () => {
    using project = temporaryProject()

    const made = await project.make([users], 'Create users')

    assert.equal(made?.name, '2026_11_20_093000_create_users')
    assert.equal(
      readFileSync(made.path, 'utf8'),
      `import { c, createTable, migration } from 'tenon/migrations'

export default migration([
  createTable('users', {
    id: c.id(),
    email: c.text().unique(),
    name: c.text(),
  }),
])
`,
    )
  })

  it('writes nothing if models and migrations match', async () => {
    using project = temporaryProject()
    await project.make([users, todos], 'first')

    assert.equal(await project.make([todos, users], 'second'), undefined)
    assert.equal(readdirSync(project.folder).length, 1)
  })

  it('writes the same files for the same models, whatever their order', async () => {
    using one = temporaryProject()
    using other = temporaryProject()

    await one.make([users, todos], 'first')
    await other.make([todos, users], 'first')

    assert.deepEqual(one.read(), other.read())
  })

  it('writes columns that are added, altered and dropped', async () => {
    using project = temporaryProject()
    await project.make([users], 'first')
    const next = model('users', { id: c.id(), email: c.text().nullable(), age: c.integer() })

    const made = await project.make([next], 'second')

    assert.match(
      readFileSync(made?.path ?? '', 'utf8'),
      /addColumn\('users', 'age', c\.integer\(\)\),\n {2}alterColumn\('users', 'email', \{\n {4}from: c\.text\(\)\.unique\(\),\n {4}to: c\.text\(\)\.nullable\(\),\n {2}\}\),\n {2}dropColumn\('users', 'name', c\.text\(\)\),\n/,
    )
  })

  it('starts from the files, if one was edited after the snapshot', async () => {
    using project = temporaryProject()
    const made = await project.make([users], 'first')
    assert.ok(made)
    const text = readFileSync(made.path, 'utf8').replace(
      'name: c.text()',
      'name: c.text().nullable()',
    )
    writeFileSync(made.path, text)
    const nullable = model('users', { ...users.columns, name: c.text().nullable() })
    const other = model('users', { ...users.columns, name: c.text().nullable(), age: c.integer() })

    const same = await project.make([nullable], 'second')
    const next = await project.make([other], 'third')
    const back = await project.make([users], 'fourth')

    assert.equal(same, undefined)
    assert.deepEqual(
      [next, back].map((each) => each?.operations.map(({ kind }) => kind)),
      [['addColumn'], ['alterColumn', 'dropColumn']],
    )
  })

  it('does not repeat what an edited migration does with execute()', async () => {
    using project = temporaryProject()
    const made = await project.make([users], 'first')
    assert.ok(made)
    const [up, down] = ['add column name text', 'drop column name'].map((change) =>
      ['sqlite', 'postgres'].map((name) => `${name}: 'alter table users ${change}'`).join(', '),
    )
    const text = readFileSync(made.path, 'utf8')
      .replace('    name: c.text(),\n', '')
      .replace(/\]\)\s*$/, `  execute({ ${up} }, { ${down} }),\n])\n`)
      .replace('{ c,', '{ c, execute,')
    writeFileSync(made.path, text)

    assert.match(text, /execute\(/)
    assert.equal(await project.make([users], 'second'), undefined)
  })

  it('asks whether a new column is an old one renamed', async () => {
    using project = temporaryProject()
    await project.make([users], 'first')
    const next = model('users', { id: c.id(), address: c.text().unique(), name: c.text() })
    const questions: RenameQuestion[] = []

    const made = await project.make([next], 'second', async (question) => {
      questions.push(question)
      return 'email'
    })

    const expected = { kind: 'column', table: 'users', name: 'address', candidates: ['email'] }
    assert.deepEqual(questions, [expected])
    assert.deepEqual(made?.operations, [
      { kind: 'renameColumn', table: 'users', from: 'email', to: 'address' },
    ])
  })

  it('asks whether a new table is an old one renamed, and updates foreign keys', async () => {
    using project = temporaryProject()
    const notes = (target: `${string}.${string}`) =>
      model('notes', { id: c.id(), user_id: c.integer().references(target) })
    await project.make([users, notes('users.id')], 'first')
    const people = model('people', users.columns)

    const made = await project.make([people, notes('people.id')], 'second', async () => 'users')

    assert.deepEqual(made?.operations, [{ kind: 'renameTable', from: 'users', to: 'people' }])
  })

  it('drops the table of a removed model, and none that never had a model', async () => {
    using project = temporaryProject()
    await project.make([users, todos], 'first')
    project.write(
      '2026_11_20_100000_pivot.ts',
      `import { c, createTable, migration } from 'tenon/migrations'
      export default migration([createTable('pivot', { a: c.integer() })])`,
    )

    const made = await project.make([users], 'second')

    assert.deepEqual(
      made?.operations.map(({ kind }) => kind),
      ['dropTable'],
    )
    assert.equal(made.name, '2026_11_20_100001_second')
  })

  it('includes what was migrated by hand since the snapshot', async () => {
    using project = temporaryProject()
    await project.make([users], 'first')
    project.write(
      '2026_11_20_100000_by_hand.ts',
      `import { addColumn, c, migration } from 'tenon/migrations'
      export default migration([addColumn('users', 'age', c.integer().nullable())])`,
    )
    const next = model('users', { ...users.columns, age: c.integer().nullable() })

    assert.deepEqual(await project.drift([next]), [])
    assert.deepEqual(await project.drift([users]), [`dropColumn('users', 'age')`])
  })

  it('names the file after the words, which capitals may separate', async () => {
    using project = temporaryProject()

    const made = await project.make([users], 'KeepFields of APIKey, twice')

    assert.match(made?.name ?? '', /^[\d_]+_keep_fields_of_api_key_twice$/)
  })

  it('rejects a changed primary key, and a name without a letter or too long for a file', async () => {
    using project = temporaryProject()
    await project.make([users], 'first')
    const next = model('users', { ...users.columns, id: c.bigId() })

    await assert.rejects(project.make([next], 'second'), { code: 'E_MIGRATION_PRIMARY_KEY' })
    await assert.rejects(project.make([users, todos], '…'), { code: 'E_MIGRATION_NAME' })
    await assert.rejects(project.make([users, todos], 'a'.repeat(300)), {
      code: 'E_MIGRATION_NAME',
      message: /has 300 characters\. Use at most 200/,
    })
  })

  it('says what to do if a snapshot cannot be read', async () => {
    using project = temporaryProject()
    writeFileSync(project.snapshot, '{')

    await assert.rejects(project.drift([users]), { code: 'E_SCHEMA_SNAPSHOT' })
  })
})

class Post extends Model('posts', { id: c.id() }) {
  static tags = manyToMany(() => Tag, {
    through: 'post_tags',
    local: 'post_id',
    target: 'tag_id',
    columns: { position: c.integer().default(0) },
  })
}
class Tag extends Model('tags', { id: c.uuidId() }) {
  static posts = manyToMany(() => Post, {
    through: 'post_tags',
    local: 'tag_id',
    target: 'post_id',
  })
}
class PostTag extends Model('post_tags', { id: c.id(), post_id: c.integer(), tag_id: c.uuid() }) {}

describe('the pivot table of a many-to-many relation', () => {
  it('is created with the models, once for both sides', async () => {
    using project = temporaryProject()

    const made = await project.make([Tag, Post], 'first')

    assert.ok(
      readFileSync(made?.path ?? '', 'utf8').includes(`
  createTable('post_tags', {
    tag_id: c.uuid().references('tags.id', { onDelete: 'cascade' }),
    post_id: c.integer().index().references('posts.id', { onDelete: 'cascade' }),
    position: c.integer().default(0),
  }, { primaryKey: ['tag_id', 'post_id'] }),
`),
    )
    assert.deepEqual(await project.drift([Tag, Post]), [])
  })

  it('is left alone if it exists: made by hand, or with a model that was removed', async () => {
    using byHand = temporaryProject()
    using byModel = temporaryProject()
    mkdirSync(byHand.folder)
    byHand.write(
      '2026_11_20_080000_by_hand.ts',
      `import { c, createTable, migration } from 'tenon/migrations'
      export default migration([createTable('post_tags', { id: c.id(), post_id: c.integer(), tag_id: c.uuid() })])`,
    )
    await byHand.make([Tag, Post], 'first')
    await byModel.make([Tag, Post, PostTag], 'first')

    assert.deepEqual(await byHand.drift([Tag, Post]), [])
    assert.deepEqual(await byModel.drift([Tag, Post]), [])
  })

  it('is the table of its model if it has one', async () => {
    using project = temporaryProject()

    const made = await project.make([Tag, Post, PostTag], 'first')

    assert.doesNotMatch(readFileSync(made?.path ?? '', 'utf8'), /primaryKey|position/)
    assert.deepEqual(await project.drift([Tag, Post, PostTag]), [])
  })
})

forEachDialect('a migration made from models', (open) => {
  it('creates a pivot table that accepts pairs', async () => {
    using project = temporaryProject()
    const database = await open()
    await project.make([Tag, Post], 'first')
    await createMigrator(database, project.folder).migrate()

    const tags = await withDatabase(database, async () => {
      const post = await Post.create({})
      const tag = await Tag.create({})
      await post.attach(Post.tags, [tag.id], { position: 3 })
      const tags = await post.load(Post.tags)
      await tag.delete()
      return tags
    })

    assert.deepEqual(
      tags.map(({ pivot }) => pivot),
      [{ position: 3 }],
    )
    assert.deepEqual(await database.query(fragment`select * from post_tags`), [])
  })

  it('applies, matches the models, and rolls back', async () => {
    using project = temporaryProject()
    const database = await open()
    const migrator = createMigrator(database, project.folder)
    const changed = model('todos', {
      ...todos.columns,
      title: c.text().nullable(),
      stars: c.integer().index(),
    })

    await project.make([users, todos], 'first')
    await migrator.migrate()
    await project.make([users, changed], 'second')
    await migrator.migrate()

    assert.deepEqual(await project.drift([users, changed]), [])
    assert.equal((await migrator.rollback({ step: 2 })).length, 2)
  })

  it('distinguishes the key of a renamed column from a new column with the old name', async () => {
    using project = temporaryProject()
    const database = await open()
    const migrator = createMigrator(database, project.folder)
    const notes = (columns: Columns) => [users, model('notes', { id: c.id(), ...columns })]
    const held = c.integer().references('users.id')
    const both = { user_id: held.nullable(), owner_id: held }
    const released = { user_id: held.nullable(), owner_id: c.integer() }

    await project.make(notes({ user_id: held }), 'first')
    await project.make(notes({ owner_id: held }), 'renamed', async () => 'user_id')
    await project.make(notes(both), 'both')
    const made = await project.make(notes(released), 'released')
    await migrator.migrate()

    const insert = (owner: number, user: number | null) =>
      database.script(`insert into notes (owner_id, user_id) values (${owner}, ${user})`)
    assert.deepEqual(
      made?.operations.map(({ kind }) => kind),
      ['alterColumn'],
    )
    assert.deepEqual(await project.drift(notes(released)), [])
    await insert(7, null)
    await assert.rejects(insert(7, 7), ForeignKeyViolation)
    await database.script('delete from notes')
    await migrator.rollback({ step: 1 })
    await assert.rejects(insert(7, null), ForeignKeyViolation)
    assert.equal((await migrator.rollback({ step: 3 })).length, 3)
  })

  it('leaves what is computed from a renamed column, and computes again what is computed otherwise', async () => {
    using project = temporaryProject()
    const database = await open()
    const migrator = createMigrator(database, project.folder)
    const computed = (sql: string) => c.text().generated({ sqlite: sql, postgres: sql })
    const books = (name: string, label: string) =>
      model('books', { id: c.id(), [name]: c.text(), label: computed(label) })
    const before = books('title', `title || ' title'`)
    const renamed = books('name', `name || ' title'`)
    const changed = books('name', `name || '!'`)

    await project.make([before], 'first')
    const rename = await project.make([renamed], 'second', async () => 'title')
    const change = await project.make([changed], 'third')
    await migrator.migrate()
    await database.script(`insert into books (name) values ('a')`)

    const kinds = [rename, change].map((made) => made?.operations.map(({ kind }) => kind))
    assert.deepEqual(kinds, [['renameColumn'], ['alterColumn']])
    assert.deepEqual(await database.query(fragment`select label from books`), [{ label: 'a!' }])
    await migrator.rollback({ step: 1 })
    assert.deepEqual(await database.query(fragment`select label from books`), [
      { label: 'a title' },
    ])
    await migrator.rollback({ step: 2 })
  })

  it('keeps what is unique within a column that is computed otherwise, and finds its new words', async () => {
    using project = temporaryProject()
    const database = await open()
    const migrator = createMigrator(database, project.folder)
    const booksOf = (sql: string) => {
      const shelf = c.text().generated({ sqlite: sql, postgres: sql })
      const title = c.text().unique({ within: 'shelf' })
      const columns = { id: c.id(), title, region: c.text(), shelf }
      return class extends Model('books', columns, { search: ['title', 'shelf'] }) {}
    }
    const Book = booksOf(`region || ' new'`)
    const wordsOf = (word: string) =>
      withDatabase(database, async () =>
        (await Book.query().whereSearch(word).all()).map(({ id }) => id),
      )

    await project.make([booksOf(`region || ' old'`)], 'first')
    await migrator.migrate()
    await database.script(`insert into books (title, region) values ('x', 'r')`)
    const made = await project.make([Book], 'second')
    await migrator.migrate()

    const again = `insert into books (title, region) values ('x', 'r')`
    assert.deepEqual(
      made?.operations.map(({ kind }) => kind),
      ['alterColumn'],
    )
    assert.deepEqual([await wordsOf('new'), await wordsOf('old')], [[1], []])
    await assert.rejects(database.script(again), UniqueViolation)
    await migrator.rollback({ step: 1 })
    assert.deepEqual([await wordsOf('new'), await wordsOf('old')], [[], [1]])
    await assert.rejects(database.script(again), UniqueViolation)
  })

  it('changes, adds and drops generated columns with the columns that they use', async () => {
    using project = temporaryProject()
    const database = await open()
    const migrator = createMigrator(database, project.folder)
    const computed = (sql: string) => c.integer().generated({ sqlite: sql, postgres: sql })
    const lines = (columns: Columns) => model('lines', { id: c.id(), ...columns })
    const read = () => database.query(fragment`select * from lines`)

    await project.make([lines({ code: c.text(), size: computed('length(code)') })], 'first')
    await migrator.migrate()
    await database.script(`insert into lines (code) values ('12')`)
    await project.make([lines({ twice: computed('code * 2'), code: c.integer() })], 'second')
    await migrator.migrate()
    const numbered = await read()
    await database.script('delete from lines')
    await project.make([lines({})], 'third')
    await migrator.migrate()
    await migrator.rollback({ step: 1 })
    await migrator.rollback({ step: 1 })

    assert.deepEqual(numbered, [{ id: 1, code: 12, twice: 24 }])
  })

  it('leaves a column alone that calls a function with the name of a renamed one', async () => {
    using project = temporaryProject()
    const count = { sqlite: 'length(title) + length', postgres: 'length(title) + length' }
    const renamed = { sqlite: 'length(title) + size', postgres: 'length(title) + size' }
    const books = (length: string, sql: typeof count) =>
      model('books', {
        id: c.id(),
        title: c.text(),
        [length]: c.integer(),
        count: c.integer().generated(sql),
      })

    await project.make([books('length', count)], 'first')
    const made = await project.make([books('size', renamed)], 'second', async () => 'length')
    await createMigrator(await open(), project.folder).migrate()

    assert.deepEqual(
      made?.operations.map(({ kind }) => kind),
      ['renameColumn'],
    )
  })

  it('creates and drops tables that refer to each other', async () => {
    using project = temporaryProject()
    const database = await open()
    const migrator = createMigrator(database, project.folder)
    const a = model('a', { id: c.id(), b_id: c.integer().nullable().references('b.id') })
    const b = model('b', { id: c.id(), a_id: c.integer().nullable().references('a.id') })

    await project.make([a, b], 'first')
    await migrator.migrate()
    await project.make([], 'second')
    await migrator.migrate()

    assert.deepEqual(await project.drift([]), [])
    assert.equal((await migrator.rollback({ step: 2 })).length, 2)
  })
})

it('writes a key of several columns, which cannot change in place', async () => {
  using project = temporaryProject()
  const columns = { order_id: c.integer(), number: c.bigint(), amount: c.integer() }
  const lines = Model('order_lines', columns, { primaryKey: ['order_id', 'number'] })
  const others = Model('order_lines', columns, { primaryKey: ['order_id', 'amount'] })
  const numbered = Model('order_lines', { id: c.id(), ...columns })

  await project.make([lines], 'create lines')

  assert.match(project.read().join(), /\{ primaryKey: \['order_id', 'number'\] \}/)
  assert.deepEqual(await project.drift([lines]), [])
  await assert.rejects(project.drift([others]), {
    code: 'E_MIGRATION_PRIMARY_KEY',
    message: /would change from \(order_id, number\) to \(order_id, amount\)/,
  })
  await assert.rejects(project.drift([numbered]), {
    code: 'E_MIGRATION_PRIMARY_KEY',
    message: /would change from \(order_id, number\) to \(id\)/,
  })
})

it('writes both columns of a relation to any of several models', async () => {
  using project = temporaryProject()
  class Post extends Model('posts', { id: c.id() }) {}
  class Note extends Model('notes', {
    id: c.id(),
    subject_type: c.enum(['posts']),
    subject_id: c.integer().index(),
  }) {
    static subject = belongsToAny(() => [Post], 'subject_id', { type: 'subject_type' })
  }

  await project.make([Post, Note], 'create notes')

  assert.match(
    project.read().join(),
    /subject_type: c\.enum\(\['posts'\]\),\n\s+subject_id: c\.integer\(\)\.index\(\),/,
  )
})

it('adds new values of the items of a list only where a migration has said the values', async () => {
  using project = temporaryProject()
  const books = (...values: readonly string[]) =>
    model('books', { id: c.id(), moods: c.array(c.enum(values)), states: c.array(c.enum(values)) })
  project.write(
    '2026_11_19_000001_create_existing_tables.ts',
    `import { addColumn, c, createTable, migration } from 'tenon/migrations'
export default migration([
  createTable('books', { id: c.id(), moods: c.array(c.text()) }),
  addColumn('books', 'states', c.array(c.enum(['open', 'paid']))),
])`,
  )

  assert.deepEqual(await project.drift([books('paid')]), [])
  const made = await project.make([books('open', 'late')], 'add late')

  assert.match(
    readFileSync(made?.path ?? '', 'utf8'),
    /\[\n  alterColumn\('books', 'states', \{\n    from: c\.array\(c\.enum\(\['open', 'paid'\]\)\),\n    to: c\.array\(c\.enum\(\['open', 'late'\]\)\),\n  \}\),\n\]/,
  )
  assert.deepEqual(await project.drift([books('late')]), [])
})

it('misses the file of a migration before others, until the snapshot is made again', async () => {
  using project = temporaryProject()
  const todos = model('todos', { id: c.id() })
  const tags = model('tags', { id: c.id() })
  const made = await project.make([todos], 'create todos')
  await project.make([todos, tags], 'create tags')
  rmSync(made?.path ?? '')

  await assert.rejects(project.drift([todos, tags]), {
    code: 'E_MIGRATION_MISSING',
    message:
      /^schema\.json contains the migration "2026_11_20_093000_create_todos", whose file does/,
  })
  await assert.rejects(project.make([todos, tags], 'again'), { code: 'E_MIGRATION_MISSING' })
  rmSync(project.snapshot)
  const again = await project.make([todos, tags], 'create todos')

  assert.equal(again?.operations.length, 1)
  assert.deepEqual(await project.drift([todos, tags]), [])
})

it('takes the last migrations back whose files are gone', async () => {
  using project = temporaryProject()
  const todos = (columns: Columns = {}) => model('todos', { id: c.id(), ...columns })
  await project.make([todos()], 'create todos')
  const before = project.read()
  const title = await project.make([todos({ title: c.text() })], 'add title')
  const note = await project.make([todos({ title: c.text(), note: c.text() })], 'add note')
  rmSync(title?.path ?? '')
  rmSync(note?.path ?? '')

  assert.deepEqual(await project.drift([todos()]), [])
  assert.deepEqual(await project.drift([todos({ note: c.text() })]), ["addColumn('todos', 'note')"])
  const again = await project.make([todos({ note: c.text().nullable() })], 'add a note')

  assert.equal(again?.operations.length, 1)
  assert.equal(project.read().length, before.length + 1)
  assert.match(project.read()[0] ?? '', /create_todos",\n\s+"2026_11_20_09300\d_add_a_note"\n/)
  assert.deepEqual(await project.drift([todos({ note: c.text().nullable() })]), [])
})

function model(table: string, columns: Columns): ModelTable {
  return { table, columns }
}

function temporaryProject() {
  const root = mkdtempSync(join(tmpdir(), 'tenon-make-'))
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(join(import.meta.dirname, '../../../..'), join(root, 'node_modules/tenon'))
  const folder = join(root, 'migrations')
  const snapshot = join(root, 'schema.json')
  const date = new Date('2026-11-20T09:30:00Z')

  return {
    folder,
    snapshot,
    make: (models: readonly ModelTable[], name: string, answerRename: AnswerRename = isNew) =>
      makeMigration({ models, folder, snapshot, name, date, answerRename }),
    drift: (models: readonly ModelTable[]) => findDrift({ models, folder, snapshot }),
    read: () => [
      readFileSync(snapshot, 'utf8'),
      ...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')),
    ],
    write(name: string, text: string) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, name), text)
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  }
}

const isNew: AnswerRename = async () => undefined
