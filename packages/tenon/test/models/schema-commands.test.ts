import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createProject, type Project } from './project.ts'

const posts = (columns: string) => `import { c, Model } from 'tenon/models'
export class Post extends Model('posts', { id: c.id(), ${columns} }) {}
`

/** A project whose models and migrations match, and whose model then changes. */
async function changedTo(columns: string): Promise<Project> {
  const project = createProject({ 'app/models.ts': posts('title: c.text()') })
  await project.run(['make:migration', 'create posts'])
  project.write('app/models.ts', posts(columns))
  return project
}

describe('make:migration', () => {
  it('writes a migration and the snapshot, which satisfy schema:check', async () => {
    using project = createProject({ 'app/models.ts': posts('title: c.text()') })

    const made = await project.run(['make:migration', 'create', 'posts'])

    assert.equal(made.exitCode, 0, made.stderr)
    assert.match(
      made.stdout,
      /Wrote database\/migrations\/\d{4}(_\d\d){2}_\d{6}_create_posts\.ts\n {2}createTable\('posts'\)/,
    )
    assert.deepEqual(project.list('database'), ['migrations', 'schema.json'])
    assert.equal((await project.run(['schema:check'])).exitCode, 0)
    assert.match(
      (await project.run(['make:migration', 'again'])).stdout,
      /migrations match the models/,
    )
    assert.equal(project.list('database/migrations').length, 1)
  })

  it('does not guess about a rename if it cannot ask, and writes nothing', async () => {
    using project = await changedTo('headline: c.text()')

    const refused = await project.run(['make:migration', 'headlines'])

    assert.equal(refused.exitCode, 1)
    assert.equal(
      refused.stderr,
      'The column "headline" of "posts" is new while "title" is gone. If it was renamed, add --rename=posts.title:headline; if not, add --drop.\n',
    )
    assert.equal(project.list('database/migrations').length, 1)
  })

  it('says of a new column that must have a value that tables with rows have none', async () => {
    using project = await changedTo("title: c.text(), note: c.text(), state: c.text().default('')")

    const made = await project.run(['make:migration', 'add note'])

    assert.equal(made.exitCode, 0, made.stderr)
    assert.deepEqual(made.stdout.split('\n').slice(3), [
      '"migrate" will fail where "posts" has rows: they would have no value for "note". Delete this migration, give the column a default() and write it again; or make it nullable(), fill it, and then run "tenon make migration --expand required posts.note".',
      '',
    ])
  })

  it('accepts a rename from --rename', async () => {
    using project = await changedTo('subtitle: c.text(), headline: c.text()')

    const made = await project.run(['make:migration', 'x', '--rename=posts.title:headline'])

    assert.match(made.stdout, /renameColumn\('posts', .*headline/)
    assert.match(made.stdout, /addColumn\('posts', 'subtitle'\)/)
    assert.equal((await project.run(['schema:check'])).exitCode, 0)
  })

  it('drops missing columns with --drop', async () => {
    using project = await changedTo('headline: c.text().nullable()')

    const made = await project.run(['make:migration', 'x', '--drop'])

    assert.match(
      made.stdout,
      /addColumn\('posts', 'headline'\)\n {2}dropColumn\('posts', 'title'\)/,
    )
  })

  it('rejects an invalid rename', async () => {
    using project = await changedTo('headline: c.integer().nullable()')

    const unused = await project.run(['make:migration', 'x', '--rename=posts.title:headline'])
    const unreadable = await project.run(['make:migration', 'x', '--rename=title'])

    assert.match(
      unused.stderr,
      /"title" is now "headline" in "posts", but the models have no such change/,
    )
    assert.match(unreadable.stderr, /"title" is not a rename/)
    assert.equal(project.list('database/migrations').length, 1)
  })

  it('requires a name for the migration', async () => {
    using project = createProject({ 'app/models.ts': posts('title: c.text()') })

    const refused = await project.run(['make:migration'])

    assert.equal(refused.exitCode, 64)
    assert.match(refused.stderr, /make:migration add author to posts/)
  })
})

describe('schema:check', () => {
  it('fails with the list of missing changes', async () => {
    using project = await changedTo('title: c.text(), stars: c.integer().default(0)')

    const failed = await project.run(['schema:check'], { DATABASE_URL: 'sqlite:/nowhere/x' })

    assert.equal(failed.exitCode, 1)
    assert.equal(failed.stdout, "addColumn('posts', 'stars')\n")
    assert.match(failed.stderr, /Run make:migration/)
  })

  it('tells an application without models what to do', async () => {
    using project = createProject({
      'main.ts': `import { application, routes } from 'tenon'
await application({ root: import.meta.dirname, routes: routes([]) }).run(process.argv.slice(2))`,
    })

    const failed = await project.run(['schema:check'])

    assert.equal(failed.exitCode, 1)
    assert.match(failed.stderr, /application\(\{ models: \{ … \} \}\)/)
  })
})

describe('the build of an application', () => {
  it('checks the schema and seeds, but makes no migrations', async () => {
    using project = await changedTo('title: c.text()')
    project.write(
      'database/seeders/1_posts.ts',
      `import { Post } from '../../app/models.ts'
export default async () => { await Post.create({ title: 'First' }) }`,
    )
    const built = await project.build()
    assert.equal(built.exitCode, 0, built.stderr)

    const [checked, seeded, refused] = [
      await project.runBuilt(['schema:check']),
      await project.runBuilt(['migrate:fresh', '--seed']),
      await project.runBuilt(['make:migration', 'x']),
    ]

    assert.deepEqual([checked.exitCode, checked.stderr], [0, ''])
    assert.match(seeded.stdout, /Migrated .*create_posts.*\nSeeded 1_posts/)
    assert.equal(refused.exitCode, 1)
    assert.match(refused.stderr, /in the source folder of the application/)
    assert.ok(project.list('build/database').includes('schema.json'))
  })
})

describe('an application that keeps its migrations and seeders elsewhere', () => {
  const main = `import { application, routes } from 'tenon'
import * as models from './app/models.ts'
const folders = { migrations: 'db/changes', seeders: 'db/seeds' }
const app = application({ root: import.meta.dirname, routes: routes([]), models, ...folders })
await app.run(process.argv.slice(2))`
  const files = {
    'main.ts': main,
    'app/models.ts': posts('title: c.text()'),
    'db/seeds/1_posts.ts': `import { Post } from '../../app/models.ts'
export default async () => { await Post.create({ title: 'First' }) }`,
  }

  it('contains them if the build is told where they are', async () => {
    using project = createProject(files)
    const made = await project.run(['make:migration', 'create posts'])
    const built = await project.build(['--migrations=db/changes', '--seeders=db/seeds'])
    assert.deepEqual([made.exitCode, built.exitCode], [0, 0], made.stderr + built.stderr)

    const seeded = await project.runBuilt(['migrate:fresh', '--seed'])
    const checked = await project.runBuilt(['schema:check'])

    assert.match(seeded.stdout, /Migrated .*create_posts.*\nSeeded 1_posts/)
    assert.deepEqual([checked.exitCode, checked.stderr], [0, ''])
  })

  it('fails without them if the build is not told', async () => {
    using project = createProject(files)
    await project.run(['make:migration', 'create posts'])
    await project.build()

    const served = await project.runBuilt([])
    const migrated = await project.runBuilt(['migrate'])
    const seeded = await project.runBuilt(['db:seed'])

    assert.deepEqual([served.exitCode, migrated.exitCode], [1, 1])
    const remedy = /no folder "db\/changes".*"tenon build --migrations=db\/changes"/
    assert.match(served.stderr, remedy)
    assert.match(migrated.stderr, remedy)
    assert.match(seeded.stderr, /no folder "db\/seeds".*"tenon build --seeders=db\/seeds"/)
  })
})

describe('an application that names its models', () => {
  it('does not start with an invalid relation', async () => {
    using project = createProject({
      'app/models.ts': `import { belongsTo, c, Model } from 'tenon/models'
export class User extends Model('users', { id: c.id() }) {}
export class Post extends Model('posts', { id: c.id(), user_id: c.text() }) {
  static user = belongsTo(() => User, 'user_id')
}
`,
    })

    const failed = await project.run([])

    assert.equal(failed.exitCode, 1)
    assert.match(failed.stderr, /^The relation "user" of "posts" is invalid\. .* "users".*\n$/)
  })
})

describe('migrate', () => {
  it('prints the migrations that have completed before another one fails', async () => {
    using project = await changedTo('title: c.text()')
    project.write(
      'database/migrations/2099_01_01_000001_broken.ts',
      `import { execute, migration } from 'tenon/migrations'
const undo = { sqlite: '', postgres: '' }
export default migration([execute({ sqlite: 'nonsense', postgres: 'nonsense' }, undo)])
`,
    )

    const failed = await project.run(['migrate', '--force'])

    assert.equal(failed.exitCode, 1)
    assert.match(failed.stdout, /^Migrated \S+_create_posts \(\d+ ms\)\n$/)
    assert.match(failed.stderr, /The migration "2099_01_01_000001_broken" failed\./)
  })

  it('says what execute() takes', async () => {
    using project = await changedTo('title: c.text()')
    project.write(
      'database/migrations/2099_01_01_000001_broken.ts',
      `import { execute, migration } from 'tenon/migrations'
export default migration([execute('insert into posts (title) values (1)')])
`,
    )

    const { stderr } = await project.run(['migrate'])

    assert.match(stderr, /_broken\.ts" cannot be loaded\. execute\(\) takes SQL for each database/)
  })
})
