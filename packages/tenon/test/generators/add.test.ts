import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { copyAccounts, copyApplication, copyTodo } from './scaffold.ts'

const accounts = join(import.meta.dirname, '../../../../examples/accounts')

describe('tenon add accounts', { timeout: 600_000 }, () => {
  it('adds accounts that compile, pass the linter and pass their tests', async () => {
    using app = copyTodo()

    const added = await app.tenon('add', 'accounts')

    assert.equal(added.exitCode, 0, added.output)
    assert.match(
      added.output,
      /Wrote app\/auth\.ts\n[^]*Changed main\.ts\nChanged app\/routes\.ts\n[^]*\nThen:\n- Install[^\n]*\n- Migrate/,
    )
    assert.doesNotMatch(added.output, /Add this to|Kept/)
    assert.match(app.read('app/routes.ts'), /\n {2}\.\.\.accountRoutes,\n {2}fallback\(/)
    assert.match(app.read('main.ts'), /\n {2}encryptHistory: true,\n/)
    for (const checked of [
      await app.compile(),
      await app.lint(),
      await app.checkFormat(),
      await app.main('migrate'),
      await app.test(),
    ]) {
      assert.equal(checked.exitCode, 0, checked.output)
    }
  })

  it('adds accounts with tokens to an application without pages', async () => {
    using app = copyTodo(['resources', 'app/controllers', 'app/routes.ts', 'tests'])
    app.write('app/routes.ts', routesOfApi)
    app.write('tsconfig.json', app.read('tsconfig.json').replace(',"resources"', ''))

    const added = await app.tenon('add', 'accounts')
    const made = [
      await app.tenon('make', 'model', 'Note', 'user:belongsTo', '--resource'),
      await app.tenon('make', 'model', 'Station', 'name:text:unique', '--resource'),
      await app.tenon('make', 'model', 'Locker', ...wordsOfLocker, '--resource'),
      await app.tenon('make', 'model', 'Parcel', ...wordsOfParcel, '--resource'),
    ]
    const generated = app.read('app/routes.ts')
    app.write('app/routes.ts', withVersions(generated))
    app.write('tests/home.test.ts', readFileSync(testOfContract, 'utf8'))

    const printed = [added, ...made].map(({ output }) => output).join('')
    assert.deepEqual(
      [added, ...made].map(({ exitCode }) => exitCode),
      [0, 0, 0, 0, 0],
      printed,
    )
    assert.doesNotMatch(printed, /Add this to|Kept/)
    for (const checked of [
      await app.compile(),
      await app.lint(),
      await app.checkFormat(),
      await app.main('migrate'),
      await app.test(),
    ]) {
      assert.equal(checked.exitCode, 0, checked.output)
    }
    // The requests of each token are limited in every generated group.
    const limited = /auth\.token\(\)\)\n {4}\.middleware\(perToken\)/g
    assert.deepEqual([...generated.matchAll(limited)].length, 4)
    const types = await app.tenon('types')
    assert.match(types.output, /^There are no pages/)
    assert.ok(!app.has('resources'))
  })

  it('says which packages accounts need, all of which the example lists', async () => {
    using app = copyTodo()
    const { dependencies } = JSON.parse(readFileSync(join(accounts, 'package.json'), 'utf8'))
    const known = Object.keys(JSON.parse(app.read('package.json')).dependencies)

    const { output } = await app.tenon('add', 'accounts')

    const [, named = ''] = /npm install ([^\n]*)/.exec(output) ?? []
    assert.deepEqual(
      named.split(' '),
      Object.keys(dependencies).filter((name) => !known.includes(name)),
    )
  })

  it('changes nothing the second time', async () => {
    using app = copyTodo()
    await app.tenon('add', 'accounts')
    const before = app.tree()

    const again = await app.tenon('add', 'accounts')

    assert.deepEqual(app.tree(), before)
    assert.doesNotMatch(again.output, /Wrote|Changed|Kept|Add this to/)
  })

  it('keeps a file that exists, and shows how it differs', async () => {
    using app = copyTodo()
    const own = `import { accounts } from 'tenon/auth'\n\nexport const auth = 'mine'\n`
    app.write('app/auth.ts', own)

    const { output } = await app.tenon('add', 'accounts')

    assert.equal(app.read('app/auth.ts'), own)
    assert.match(output, /Kept app\/auth\.ts, which differs/)
    assert.match(
      output,
      /\n-export const auth = 'mine'\n\+export const auth = accounts\(User, \{\n/,
    )
  })

  it('says what to add to a file that looks different', async () => {
    using app = copyTodo()
    const main = app.read('main.ts').replace('application({\n', 'application( {\n')
    app.write('main.ts', main)

    const { output } = await app.tenon('add', 'accounts')

    assert.match(app.read('main.ts'), /application\( \{/)
    assert.match(output, /Add this to main\.ts:\n {2}application\(\{ session: /)
  })

  it('writes nothing where the pages are not in React', async () => {
    using app = copyApplication(join(import.meta.dirname, '../../fixtures/vue'))
    const before = app.tree()

    const { exitCode, output } = await app.tenon('add', 'accounts')

    assert.notEqual(exitCode, 0)
    assert.match(output, /the pages of accounts are in React.*section "Vue and Svelte"/)
    assert.deepEqual(app.tree(), before)
  })

  it('names what it knows', async () => {
    using app = copyTodo()

    const misspelt = await app.tenon('add', 'acounts')
    const unnamed = await app.tenon('add')

    assert.deepEqual([misspelt.exitCode, unnamed.exitCode], [64, 64])
    assert.match(misspelt.output, /Did you mean "accounts"\?/)
    assert.match(unnamed.output, /tenon add accounts\|teams\|parts/)
  })
})

describe('tenon add teams', { timeout: 600_000 }, () => {
  it('adds teams that compile, pass the linter and pass their tests', async () => {
    using app = copyAccounts()

    const added = await app.tenon('add', 'teams')

    assert.equal(added.exitCode, 0, added.output)
    assert.doesNotMatch(added.output, /Add this to|Kept/)
    assert.match(
      app.read('app/routes.ts'),
      /\n {2}\.\.\.teamRoutes,\n {2}\/\/[^\n]*\n {2}fallback\(/,
    )
    assert.match(app.read('app/auth.ts'), /\n {2}beforeErase: leaveTeams,\n/)
    for (const checked of [
      await app.compile(),
      await app.lint(),
      await app.checkFormat(),
      await app.main('migrate'),
      await app.main('schema:check'),
      await app.test(),
    ]) {
      assert.equal(checked.exitCode, 0, checked.output)
    }
    const unknown = await app.main('teams:create', 'Acme', 'ada@example.com')
    assert.match(unknown.output, /Name the team and a user with a verified address/)
  })

  it('changes nothing the second time', async () => {
    using app = copyAccounts()
    await app.tenon('add', 'teams')
    const before = app.tree()

    const again = await app.tenon('add', 'teams')

    assert.deepEqual(app.tree(), before)
    assert.doesNotMatch(again.output, /Wrote|Changed|Kept|Add this to/)
  })

  it('writes nothing without accounts', async () => {
    using app = copyTodo()
    const before = app.tree()

    const { exitCode, output } = await app.tenon('add', 'teams')

    assert.notEqual(exitCode, 0)
    assert.match(output, /Run "tenon add accounts" first/)
    assert.deepEqual(app.tree(), before)
  })

  it('writes nothing if the accounts are older and lack what teams import, until they have it', async () => {
    using app = copyAccounts()
    const part = 'resources/components/parts/EmptyState.tsx'
    rmSync(join(app.root, part))
    const before = app.tree()

    const refused = await app.tenon('add', 'teams')
    const unchanged = app.tree()
    await app.tenon('add', 'accounts')
    const added = await app.tenon('add', 'teams')

    assert.notEqual(refused.exitCode, 0)
    assert.match(
      refused.output,
      /Nothing was written\. Run "tenon add accounts" first: teams need EmptyState of /,
    )
    assert.deepEqual(unchanged, before)
    assert.equal(added.exitCode, 0, added.output)
  })

  it('names what an older file of the accounts does not export', async () => {
    using app = copyAccounts()
    const layout = 'resources/components/accounts/SignedInLayout.tsx'
    app.write(layout, app.read(layout).replaceAll('SignedInLayout', 'OldLayout'))

    const { output } = await app.tenon('add', 'teams')

    assert.match(output, /SignedInLayout of resources\/components\/accounts\/SignedInLayout\.tsx/)
  })
})

describe('tenon add parts', { timeout: 600_000 }, () => {
  it('adds the parts that are missing, which compile and keep what is there', async () => {
    using app = copyTodo()
    const dialog = 'resources/components/parts/Dialog.tsx'
    app.write(dialog, `${app.read(dialog)}// mine\n`)

    const added = await app.tenon('add', 'parts')

    assert.equal(added.exitCode, 0, added.output)
    assert.match(added.output, /Wrote resources\/components\/parts\/Table\.tsx\n/)
    assert.match(added.output, /Kept resources\/components\/parts\/Dialog\.tsx, which differs/)
    assert.match(app.read(dialog), /\/\/ mine/)
    for (const checked of [await app.compile(), await app.lint(), await app.checkFormat()]) {
      assert.equal(checked.exitCode, 0, checked.output)
    }
  })

  it('writes nothing in an application without pages', async () => {
    using app = copyTodo(['resources'])
    const before = app.tree()

    const { exitCode, output } = await app.tenon('add', 'parts')

    assert.notEqual(exitCode, 0)
    assert.match(output, /parts are for pages/)
    assert.deepEqual(app.tree(), before)
  })
})

const wordsOfLocker = ['station:belongsTo', 'number:integer']
const wordsOfParcel = [
  'locker:belongsTo',
  'code:text:unique',
  'label:file:nullable',
  'fee:decimal',
  'tax:decimal:4:4',
  'weight:real',
  'size:bigint',
  'token:uuid',
  'is_heavy:boolean',
  'due_on:date',
  'opens_at:time',
  'sent_at:timestamp',
  'state:enum:open,paid',
  'settings:json',
  'notes:text:long',
]

/** The test of a new application with accounts and tokens. */
const testOfContract = new URL(
  '../../../create-tenon/templates/api-accounts/tests/home.test.ts',
  import.meta.url,
)

/** Serves the generated resources in two versions, which share their handlers. */
function withVersions(routes: string): string {
  const [, resources = ''] = /(\n {2}group\('\/notes'[^]*?)\n\]\)/.exec(routes) ?? []
  return routes
    .replace(resources, `\n  group('/v1', shared),\n  group('/v2', shared).name('v2'),`)
    .replace('export const web', `const shared = [${resources}\n]\n\nexport const web`)
}

const routesOfApi = `import { get, routes } from 'tenon'

export const web = routes([
  get('/', () => 'an API').name('home'),
])

declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
`
