import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createProject } from './project.ts'

const files = {
  'app/models.ts': `import { c, Model } from 'tenon/models'
export class User extends Model('users', { id: c.id(), name: c.text().unique() }) {}
`,
  'database/migrations/2026_11_20_000001_create_users.ts': `import { c, createTable, migration } from 'tenon/migrations'
export default migration([createTable('users', { id: c.id(), name: c.text().unique() })])
`,
  'database/seeders/1_ada.ts': `import { User } from '../../app/models.ts'
export default async () => { await User.create({ name: 'Ada' }) }
`,
  'database/seeders/2_count.ts': `import { User } from '../../app/models.ts'
export default async () => { console.log('users:', await User.count()) }
`,
}

forEachDialect('db:seed', (open) => {
  it('runs the seeders in the order of their names', async () => {
    using project = createProject(files)
    const variables = { DATABASE_URL: await open.url() }

    const fresh = await project.run(['migrate:fresh', '--seed'], variables)
    const named = await project.run(['db:seed', '2_count'], variables)

    assert.match(fresh.stdout, /Migrated .*\nusers: 1\nSeeded 1_ada\nSeeded 2_count\n$/)
    assert.equal(named.stdout, 'users: 1\nSeeded 2_count\n')
  })

  it('gives seeders the cache as well, both alone and after migrate:fresh', async () => {
    using project = createProject({
      ...files,
      'database/seeders/3_cached.ts': `import { cache } from 'tenon/cache'
export default async () => { await cache.set('seeded', true, { ttl: '1m' }) }
`,
    })
    const variables = { DATABASE_URL: await open.url() }

    const fresh = await project.run(['migrate:fresh', '--seed'], variables)
    const alone = await project.run(['db:seed', '3_cached'], variables)

    assert.match(fresh.stdout, /Seeded 3_cached\n$/)
    assert.equal(alone.stdout, 'Seeded 3_cached\n')
  })

  it('names the seeder that failed, and keeps nothing of the run', async () => {
    using project = createProject({
      ...files,
      'database/seeders/3_again.ts': files['database/seeders/1_ada.ts'],
    })
    const variables = { DATABASE_URL: await open.url() }

    const failed = await project.run(['migrate:fresh', '--seed'], variables)
    const counted = await project.run(['db:seed', '2_count'], variables)

    assert.equal(failed.exitCode, 1)
    assert.match(failed.stderr, /The seeder "3_again" failed\. Nothing of this run is kept\./)
    assert.match(failed.stderr, /cause\]: UniqueViolation/)
    assert.match(counted.stdout, /users: 0/)
  })

  it('names the pending migrations if a statement fails beside them', async () => {
    using project = createProject(files)

    const failed = await project.run(['db:seed'], { DATABASE_URL: await open.url() })

    assert.equal(failed.exitCode, 1)
    assert.match(
      failed.stderr,
      /users[^]*\nMigrations are pending: 2026_11_20_000001_create_users\. Run the command "migrate"\.\n$/,
    )
    assert.doesNotMatch(failed.stderr, /\n {4}at /)
  })

  it('rejects unknown names, other files and production', async () => {
    using project = createProject({ ...files, 'database/seeders/3_none.ts': 'export const x = 1' })
    const url = await open.url()
    const production = { APP_ENV: 'production', SERVER_HOST: '127.0.0.1', SERVER_PORT: '0' }

    const unknown = await project.run(['db:seed', 'posts'], { DATABASE_URL: url })
    const none = await project.run(['db:seed', '3_none'], { DATABASE_URL: url })
    const refused = await project.run(['db:seed'], { DATABASE_URL: url, ...production })

    assert.match(unknown.stderr, /Unknown seeder "posts"\. Available: 1_ada, 2_count, 3_none\./)
    assert.match(none.stderr, /3_none\.ts" does not export a seeder/)
    assert.match(refused.stderr, /In production it needs --force/)
  })
})
