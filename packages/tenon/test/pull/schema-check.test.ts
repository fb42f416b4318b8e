import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { forEachDialect, type OpenDatabase } from '../support/for-each-dialect.ts'
import { createProject, type Finished, type Project } from '../models/project.ts'

const models = `import { c, Model, softDeletes, timestamps } from 'tenon/models'
export class User extends Model('users', {
  id: c.id(),
  email: c.text().unique({ caseInsensitive: true }),
  slug: c.text().unique({ ignoreDeleted: true }),
  token: c.text().defaultSql({ sqlite: 'lower(hex(randomblob(16)))', postgres: 'md5(random()::text)' }),
  folded: c.text().generated({ sqlite: 'lower(email)', postgres: 'lower(email)' }),
  ...timestamps(),
  ...softDeletes(),
}) {}
export class Todo extends Model('todos', {
  id: c.uuidId(),
  title: c.text().default('it is "new"'),
  done: c.boolean().default(false),
  stars: c.bigint().default(12n),
  price: c.decimal(10, 2).default('1.50'),
  state: c.enum(['open', 'paid']).default('open'),
  due: c.timestamp().default(new Date('2026-11-20T09:30:00.123Z')),
  day: c.date().nullable(),
  opens_at: c.time().nullable().default('09:30'),
  extra: c.json().default({ tags: [], a: 1 }),
  file: c.bytes().nullable(),
  ratio: c.real().default(0.5),
  user_id: c.integer().nullable().index().references('users.id', { onDelete: 'set null' }),
  parent_id: c.uuid().nullable().references('todos.id'),
}) {}
`

forEachDialect('schema:check --database', (open) => {
  it('succeeds for a database that migrations have created, also from a build', async () => {
    using checked = await migrated(open)
    checked.project.write('database/migrations/2030_01_01_000001_more.ts', more)
    const pending = await checked.check()
    await checked.project.run(['migrate'], checked.variables)
    await checked.project.run(['down'], checked.variables)

    const same = await checked.check()
    const built = await checked.project.build()
    const fromBuild = await checked.project.runBuilt(
      ['schema:check', '--database'],
      checked.variables,
    )

    assert.equal(pending.exitCode, 1)
    assert.match(pending.stdout, /^pairs: is missing\. Run migrate/m)
    assert.match(pending.stderr, /Pending migrations: 2030_01_01_000001_more\./)
    assert.deepEqual([same.exitCode, same.stderr], [0, ''], same.stdout)
    assert.match(same.stdout, /^The database matches the models and migrations\.$/m)
    assert.equal(built.exitCode, 0, built.stderr)
    assert.equal(fromBuild.exitCode, 0, fromBuild.stdout + fromBuild.stderr)
  })

  it('lists tables, columns and indexes that are missing or not declared', async () => {
    using checked = await migrated(open)

    await checked.script(`create table visits (note text);
      alter table todos add column extra_note text;
      drop index todos_user_id_index;
      create index todos_pair on todos (title, state);
      alter table todos drop column ratio;`)
    const found = await checked.check()

    assert.equal(found.exitCode, 1)
    assert.match(found.stderr, /^The database differs from the models and migrations\.\n$/)
    for (const expected of [
      /^visits: is not declared\. .*db:pull.* or drop it with dropTable\('visits'\)\.$/m,
      /^todos\.extra_note: is not declared\. Add "extra_note: c\.text\(\)\.nullable\(\)" to the model, or drop it with dropColumn\('todos', 'extra_note', c\.text\(\)\.nullable\(\)\)\.$/m,
      /^todos\.ratio: is missing\. .* add it with addColumn\('todos', 'ratio', c\.real\(\)\.default\(0\.5\)\)/m,
      /^todos\.user_id: its index is missing here, and there as declared\. Change the model to .*, or the database with alterColumn\('todos', 'user_id', /m,
      /^todos: the index on \(title, state\) is not declared\. .*createIndex\('todos', \['title', 'state'\], \{ name: 'todos_pair' \}\), or drop it with dropIndex/m,
    ]) {
      assert.match(found.stdout, expected)
    }
    assert.equal(found.stdout.split('\n').length, 6, found.stdout)
  })

  it('lists what differs about columns and keys', async () => {
    using checked = await migrated(open)

    checked.project.write(
      'app/models.ts',
      models
        .replace('title: c.text()', 'title: c.text().nullable().unique()')
        .replace('c.bigint().default(12n)', "c.text().default('x')")
        .replace("'open', 'paid'", "'open', 'done'")
        .replace("{ onDelete: 'set null' }", "{ onDelete: 'cascade' }")
        .replace(".nullable().references('todos.id')", '.nullable()')
        .replace('done: c.boolean().default(false)', 'done: c.boolean().default(true)')
        .replace('c.text().unique({ caseInsensitive: true })', 'c.text()'),
    )
    const found = await checked.check()

    assert.equal(found.exitCode, 1)
    for (const expected of [
      /^todos\.title: null is not allowed here, and allowed as declared\.$/m,
      /^todos\.title: its unique index is missing here, and there as declared\. Change/m,
      /^todos\.stars: its type is \w+ here, and text as declared\.$/m,
      /^todos\.stars: its default is "12" here, and "x" as declared\./m,
      /^todos\.state: its list of values is open, paid here, and done, open as declared\./m,
      /^todos\.user_id: its foreign key is users\.id \(on delete set null, on update no action\) here, and users\.id \(on delete cascade/m,
      /^todos\.parent_id: its foreign key is todos\.id \(.*\) here, and missing as declared\./m,
      /^todos\.done: its default is "\w+" here, and "\w+" as declared\./m,
      /^users\.email: its unique index is there with caseInsensitive here, and missing as declared\./m,
    ]) {
      assert.match(found.stdout, expected)
    }
  })

  it('counts SQL that it cannot compare, and lists it beside a difference such as another primary key', async () => {
    using checked = await migrated(open)
    const computed = models
      .replace('md5(random()::text)', 'md5(now()::text)')
      .replace('lower(hex(randomblob(16)))', 'hex(randomblob(8))')
    const list = /^Not compared.*:\n {2}users\.token computes .* here, and is declared as /m

    checked.project.write('app/models.ts', computed)
    const counted = await checked.check()
    const listed = await checked.project.run(
      ['schema:check', '--database', '--all'],
      checked.variables,
    )
    checked.project.write(
      'app/models.ts',
      computed.replace('id: c.uuidId()', 'code: c.stringId(), id: c.uuid()'),
    )
    const found = await checked.check()

    assert.match(counted.stdout, /^Not compared: 1 thing that .* List them: .* --all$/m)
    assert.doesNotMatch(counted.stdout, /computes/)
    assert.match(listed.stdout, list)
    assert.match(
      found.stdout,
      /^todos: has the primary key \(id\) here, and \(code\) as declared\. /m,
    )
    assert.match(found.stdout, list)
  })

  it('lists limits that allow more than a check of the database', async () => {
    using checked = await migrated(open)
    await checked.script(`create table rooms (id integer primary key, seats integer not null check (seats between 1 and 5000),
      floor integer not null check (floor < 10), beds integer not null check (beds > 0))`)
    const declare = (seats: string, floor: string, beds: string): void =>
      checked.project.write(
        'app/models.ts',
        `${models}export class Room extends Model('rooms', { id: c.id(), seats: ${seats}, floor: ${floor}, beds: ${beds} }) {}`,
      )

    declare('c.integer({ min: 1, max: 5000 })', 'c.integer({ min: 0, max: 9 })', 'c.integer()')
    const same = await checked.check()
    declare('c.integer({ min: 1, max: 9000 })', 'c.integer({ max: 10 })', 'c.integer({ min: 1 })')
    const wider = await checked.check()

    assert.doesNotMatch(same.stdout, /limits/)
    assert.equal(wider.exitCode, 1)
    assert.match(
      wider.stdout,
      /^rooms\.seats: its limits are 1 to 5000 here, and 1 to 9000 as declared\. Change the model to c\.integer\(\{ min: 1, max: 5000 \}\), or /m,
    )
    assert.match(wider.stdout, /^rooms\.floor: its limits are -\d+ to 9 here, and at most 10 as/m)
    assert.doesNotMatch(wider.stdout, /beds: its limits/)
  })

  it('reports what is new once the differences are recorded, also from a build', async () => {
    using checked = await migrated(open)
    const { project, variables } = checked
    await checked.script(
      'create table visits (note text); create view all_todos as select id from todos',
    )

    const recorded = await project.run(['schema:check', '--record'], variables)
    const same = await checked.check()
    const built = await project.build()
    const fromBuild = await project.runBuilt(['schema:check', '--database'], variables)
    await checked.script('drop view all_todos; create table hits (note text)')
    const changed = await checked.check()

    assert.equal(built.exitCode, 0, built.stderr)
    assert.match(
      recorded.stdout,
      /^Recorded 2 known differences in database\/known-differences\.json\.$/m,
    )
    assert.deepEqual([same.exitCode, fromBuild.exitCode], [0, 0])
    const matches = /^The database matches .* 2 known differences are not repeated\.\n$/
    assert.match(same.stdout, matches)
    assert.match(fromBuild.stdout, matches)
    assert.equal(changed.exitCode, 1)
    assert.match(
      changed.stdout,
      /^hits: is not declared\. .*\nKnown, and gone\..*\n {2}the view all_todos: has no model\./,
    )
    assert.doesNotMatch(changed.stdout, /visits/)
    assert.match(changed.stderr, / 1 known difference is not repeated\.$/m)
  })
})

forEachDialect('schema:check --database of indexes that are there, and of no use', (open) => {
  it('counts them as missing', async () => {
    using checked = await migrated(open)
    const { project, variables } = checked
    project.write('app/models.ts', models.replace(/\}\) \{\}\n/, "}, { search: ['slug'] }) {}\n"))
    await project.run(['make:migration', 'search'])
    await project.run(['migrate'], variables)
    const before = await checked.check()

    await checked.script(useless[open.dialect])
    const after = await checked.check()

    assert.deepEqual([before.exitCode, before.stdout.split('\n').length], [0, 2], before.stdout)
    assert.equal(after.exitCode, 1)
    assert.match(after.stdout, expectedOf[open.dialect])
  })
})

/** An FTS5 table that does not follow updates; indexes that PostgreSQL gave up building, or does not read. */
const useless = {
  sqlite: 'drop trigger users_slug_search_update',
  postgres: `update pg_index set indisvalid = false where indexrelid in
    ('users_slug_search'::regclass, 'todos_user_id_index'::regclass)`,
}

const expectedOf = {
  sqlite: /^users: the search index on \(slug\) is missing\./m,
  postgres:
    /^todos\.user_id: its index is missing here[^]*^users: the search index on \(slug\) is missing\.[^]*the index todos_user_id_index of todos is invalid[^]*the index users_slug_search of users is invalid/m,
}

forEachDialect('schema:check --database while a column has two names', (open) => {
  it('misses the trigger that writes both, and finds one that is left', async () => {
    using checked = await migrated(open)
    const { project, variables } = checked
    project.write(
      'app/models.ts',
      models.replace('title: c.text()', "subject: c.text().was('title')"),
    )
    await project.run(['make:migration', 'rename title'])
    const pending = await checked.check()
    await project.run(['migrate'], variables)
    const both = await checked.check()

    await checked.script(turnedOff[open.dialect])
    const missing = await checked.check()
    await checked.script(left[open.dialect])
    const extra = await checked.check()

    assert.match(pending.stdout, lost)
    assert.deepEqual([both.exitCode, both.stderr], [0, ''], both.stdout)
    assert.doesNotMatch(both.stdout, /tenon_mirror/)
    assert.equal(missing.exitCode, 1)
    assert.match(missing.stdout, lost)
    assert.match(
      extra.stdout,
      /^users: the trigger tenon_mirror_users_name writes a former column/m,
    )
  })
})

const turnedOff = {
  sqlite: 'drop trigger tenon_mirror_todos_title_update',
  postgres: 'alter table todos disable trigger tenon_mirror_todos_title',
}

const left = {
  sqlite: 'create trigger tenon_mirror_users_name after insert on users begin select 1; end',
  postgres: `create trigger tenon_mirror_users_name before insert on users
    for each row execute function tenon_mirror_todos_title()`,
}

const lost =
  /^todos\.title: the trigger that writes it to subject and back is missing .*createMirror\(\), and run fillMirror\(\) in a migration of its own\.$/m

interface Checked extends Disposable {
  readonly project: Project
  readonly variables: Readonly<Record<string, string>>
  check(): Promise<Finished>
  script(text: string): Promise<void>
}

/** A project whose models, migrations and database match. */
async function migrated(open: OpenDatabase): Promise<Checked> {
  const project = createProject({ 'app/models.ts': models })
  const url = await open.url()
  const variables = { DATABASE_URL: url }
  await project.run(['make:migration', 'create tables'])
  const run = await project.run(['migrate'], variables)
  assert.equal(run.exitCode, 0, run.stderr)
  return {
    project,
    variables,
    check: () => project.run(['schema:check', '--database'], variables),
    async script(text) {
      await using database = createDatabase(url)
      await database.script(text)
    },
    [Symbol.dispose]: () => project[Symbol.dispose](),
  }
}

const more = `import { c, createIndex, createTable, migration } from 'tenon/migrations'
export default migration([
  createTable('pairs', { one: c.integer(), other: c.text() }, { primaryKey: ['one', 'other'] }),
  createIndex('todos', ['state', 'due']),
  createIndex('todos', [], { name: 'todos_title_length', expressions: ['length(title)'] }),
  createIndex('todos', 'stars', { name: 'todos_stars' }),
  createIndex('todos', 'stars', { name: 'todos_open', where: "state = 'open'" }),
])
`
