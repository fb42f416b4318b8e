import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { accounts } from 'tenon/auth'
import { c, Model } from 'tenon/models'
import { checkBuilds } from '../../src/application/doctor/check-builds.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { configurationSection } from '../../src/tooling/dashboard/sections/configuration-section.ts'
import { migrationsSection } from '../../src/tooling/dashboard/sections/migrations-section.ts'
import { toSettings } from '../../src/application/config/settings.ts'
import { createProject } from '../models/project.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const models = `import { c, Model } from 'tenon/models'
export class User extends Model('users', {
  id: c.id(),
  title: c.text(),
  contact: c.text().personal({ of: 'id' }),
}) {}
`

forEachDialect('a column with two names', (open) => {
  it('is known to doctor and about until the next version drops one', async () => {
    using project = createProject({ 'app/models.ts': models })
    const url = await open.url()
    const run = (...argv: string[]) => project.run(argv, { DATABASE_URL: url })
    const doctor = async () => {
      const { stdout } = await run('doctor')
      return stdout.split('\n').filter((line) => / users(?:\.title)?: /.test(line))
    }
    await run('make:migration', 'create users')
    await run('migrate')
    const before = await doctor()

    project.write('app/models.ts', models.replace('title: c.text()', "name: c.text().was('title')"))
    await run('make:migration', 'rename title')
    const pending = await doctor()
    await run('migrate')
    const beside = await doctor()
    const remedy = (await run('doctor')).stdout
    const facts = JSON.parse((await run('about', '--json')).stdout)
    await using database = createDatabase(url)
    await database.script(turnedOff[open.dialect])
    const broken = await doctor()

    assert.deepEqual([before, pending], [[], []])
    assert.deepEqual(beside, [
      'warning  users.title: It is also name: a trigger writes both, with each row',
    ])
    assert.match(remedy, /"node main\.ts make:migration --drop finish_users_title"/)
    assert.deepEqual(broken, [
      'error    users.title: The trigger that writes it to name and back is missing or turned off',
    ])
    assert.equal(facts['open changes'], 'users.title is also name')
    assert.equal(facts['personal columns'], 'users.contact')
    assert.equal(facts['earlier builds'], 'none')
  })
})

forEachDialect('a version whose successor has begun to rename a column', (open) => {
  it('is told by doctor to keep the trigger, which it has no migration for', async () => {
    using project = createProject({ 'app/models.ts': models })
    using before = createProject({ 'app/models.ts': models })
    const url = await open.url()
    const run = (from: typeof project, ...argv: string[]) => from.run(argv, { DATABASE_URL: url })
    await run(project, 'make:migration', 'create users')
    for (const file of project.list('database/migrations'))
      before.write(`database/migrations/${file}`, project.read(`database/migrations/${file}`) ?? '')
    project.write('app/models.ts', models.replace('title: c.text()', "name: c.text().was('title')"))
    await run(project, 'make:migration', 'rename title')
    await run(project, 'migrate')

    const { stdout } = await run(before, 'doctor')

    assert.match(
      stdout,
      /^warning {2}users: A newer version has begun to change one of its columns/m,
    )
    assert.match(stdout, /^ +Keep the trigger\. Deploy the newer version again/m)
    assert.doesNotMatch(stdout, /make:migration|dropMirror/)
  })
})

const turnedOff = {
  sqlite: 'drop trigger tenon_mirror_users_title_insert',
  postgres: 'alter table users disable trigger tenon_mirror_users_title',
}

class Person extends Model(
  'people',
  {
    id: c.id(),
    name: c.text().was('title').personal(),
    email: c.text().unique().personal(),
    password: c.text().hidden(),
  },
  { retired: { note: c.text().nullable() }, unenforced: ['email'] },
) {}
accounts(Person, { login: 'email', password: 'password' })

describe('the dashboard', () => {
  it('lists changes in steps, with what comes next', async () => {
    const section = migrationsSection(
      () => undefined,
      () => ({ models: { Person } }),
    )

    const page = String(await section.render(undefined as never))

    assert.match(page, /make:migration --drop finish_people_title</)
    const rows = page.matchAll(/<td><code>(.*?)<\/code><\/td><td>(.*?)<\/td><td>(.*?)<\/td>/g)
    assert.deepEqual(
      Array.from(rows, ([, ...cells]) =>
        cells.join(' | ').replaceAll('&#39;', "'").replaceAll('&quot;', '"'),
      ),
      [
        "people.title | is also name | remove .was('title')",
        'people.note | is retired | remove "note" from retired',
        'people.email | is unenforced | remove "email" from unenforced',
      ],
    )
  })

  it('shows personal columns, and the earlier builds whose files are there', async () => {
    using root = mkdtempDisposableSync(join(tmpdir(), 'tenon-builds-'))
    writeBuilds(join(root.path, 'build'))
    const settings = toSettings(new Map([['DATABASE_URL', 'sqlite::memory:']]))
    const application = { root: root.path, models: { Person } } as never

    const section = configurationSection({
      settings: () => settings,
      findApplication: () => application,
    })
    const page = String(await section.render(undefined as never))

    assert.match(page, /Personal columns<\/dt><dd>people\.name, people\.email</)
    assert.match(page, /Earlier builds with their files<\/dt><dd>before</)
  })
})

describe('doctor', () => {
  it('reports a build that open tabs may have, and whose files are gone', () => {
    using root = mkdtempDisposableSync(join(tmpdir(), 'tenon-builds-'))
    writeBuilds(root.path)
    const sound = checkBuilds(root.path)
    writeBuilds(root.path, ['assets/one.js', 'assets/two.js', 'assets/two.js.map'])

    const [found, ...others] = checkBuilds(root.path)

    assert.deepEqual([sound, others], [[], []])
    assert.equal(found?.subject, 'build before')
    assert.match(found?.problem ?? '', /assets\/one\.js and 1 other files of it cannot be loaded/)
    assert.match(found?.remedy ?? '', /remove .*public\/\.vite\/builds\/before\.json/)
  })
})

/** A client, and the note of a build before it with files of which none is there. */
function writeBuilds(root: string, files: readonly string[] = []): void {
  const write = (path: string, content: object): void => {
    mkdirSync(dirname(join(root, 'public', path)), { recursive: true })
    writeFileSync(join(root, 'public', path), JSON.stringify(content))
  }
  write('.vite/manifest.json', {})
  write('.vite/builds/before.json', { version: 'before', builtAt: 1, pages: {}, files })
}
