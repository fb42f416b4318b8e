import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { applyPlan, undoPlan } from '../../src/scaffolding/generators/apply-plan.ts'
import { generators } from '../../src/scaffolding/generators/generators.ts'
import { openProject } from '../../src/scaffolding/generators/project.ts'
import { assertSound, copyAccounts, type Scaffold } from './scaffold.ts'

describe('tenon make of records below a record of a user', { timeout: 600_000 }, () => {
  it('writes a policy, lists, choices, requests and tests that follow the user, and takes them back', async () => {
    using app = copyAccounts()
    const before = app.tree()

    const made = [
      await make(app, 'Project', 'name', 'user:belongsTo'),
      await make(app, 'Task', 'title', 'receipt:file', 'project:belongsTo', '--resource'),
      await make(app, 'Comment', 'text', 'task:belongsTo', 'project:belongsTo', '--resource'),
      await make(
        app,
        'Expense',
        'title',
        'task:belongsTo',
        'project:belongsTo',
        'user:belongsTo',
        '--resource',
      ),
    ].join('')
    const undo = makeWithoutPages(app, 'Worklog', ['minutes:integer', 'comment:belongsTo'])

    await assertSound(app)
    assert.match(
      made,
      /^A comment belongs to the user of the project of its task, who alone may see and change it: app\/policies\/comment-policy\.ts says so\.$/m,
    )
    const resources = ['tasks', 'comments', 'worklogs']
    const tests = resources.map((path) => app.read(`tests/${path}.test.ts`))
    const controllers = resources.map((path) => app.read(`app/controllers/${path}.ts`))
    for (const text of tests)
      assert.match(text, /'of another user answer 403[^]*'are not put below a \w+ of another user'/)
    // A user who sees a task sees the project that makes it the user's.
    assert.match(controllers[0] ?? '', /\.with\('project', view\(Project, \['name'\]\)\)/)
    for (const text of controllers) assert.match(text, /\.scope\(\w+Policy\.scope\(user\)\)/)
    assert.doesNotMatch(app.read('app/routes.ts'), /\n {4}\.signedIn\(/)

    undo()
    for (const name of ['Expense', 'Comment', 'Task'])
      await app.tenon('destroy', 'model', name, '--resource')
    await app.tenon('destroy', 'model', 'Project')
    assert.deepEqual(app.tree(), before)
  })

  it('writes files that are formatted for long names and several ways to the user', async () => {
    using app = copyAccounts()

    await make(app, 'Response', 'text', 'user:belongsTo', '--resource')
    await make(app, 'CustomerAgreement', 'title', 'response:belongsTo', '--resource')
    const above = 'customer_agreement:belongsTo'
    await make(app, 'PurchaseOrderReport', 'title', above, '--resource')
    const report = 'purchase_order_report:belongsTo'
    await make(app, 'WarehouseItem', 'title', report, above, '--resource')
    await make(app, 'InternationalAddress', 'title', report, 'user:belongsTo', '--resource')

    const formatted = await app.checkFormat()
    assert.equal(formatted.exitCode, 0, formatted.output)
    const compiled = await app.compile()
    assert.equal(compiled.exitCode, 0, compiled.output)
  })

  it('writes nothing if a record may have no other above it, and nothing else says whose it is', async () => {
    using app = copyAccounts()
    await make(app, 'Project', 'name', 'user:belongsTo')
    const before = app.tree()

    const loose = await make(app, 'Task', 'title', 'project:belongsTo:nullable', '--resource')

    assert.match(
      loose,
      /a task belongs to the user of its project, and to nobody if project_id is null\. Add the column user:belongsTo to Task, or/,
    )
    assert.deepEqual(app.tree(), before)
  })
})

describe('tenon make of records with a column of the user', { timeout: 600_000 }, () => {
  it('finds one that may be null, and one that is neither a reference nor a relation', async () => {
    using app = copyAccounts()
    const before = app.tree()

    const nullable = await make(app, 'Project', 'name', 'user:belongsTo:nullable', '--resource')
    const plain = await make(app, 'Trip', 'place', 'user_id:integer', '--resource')
    await make(app, 'Stop', 'place', 'trip:belongsTo', 'project:belongsTo:nullable', '--resource')

    await assertSound(app)
    assert.match(
      nullable,
      /^If user_id is null, nobody may\. Change the policy if all users share/m,
    )
    assert.match(plain, /^Only the user who creates a trip may see and change it/m)
    for (const path of ['components/ProjectForm.tsx', 'components/TripForm.tsx'])
      assert.doesNotMatch(app.read(`resources/${path}`), /user_id/, path)
    assert.match(
      app.read('app/controllers/projects.ts'),
      /create\(\{ \.\.\.form, user_id: user\.id \}/,
    )

    for (const name of ['Stop', 'Trip', 'Project'])
      await app.tenon('destroy', 'model', name, '--resource')
    assert.deepEqual(app.tree(), before)
  })
})

describe('tenon make of records with another column of a user', { timeout: 600_000 }, () => {
  it('gives each record to the user of that column, unless a record above it says whose it is', async () => {
    using app = copyAccounts()
    const before = app.tree()

    const made = await make(
      app,
      'Letter',
      'title',
      'code:text:unique',
      'origin:belongsTo:Letter:nullable',
      'author:belongsTo:User',
      '--resource',
    )
    await make(app, 'Reply', 'title', 'code:text:unique', 'letter:belongsTo', '--resource')
    const editor = 'editor:belongsTo:User:nullable'
    const below = await make(app, 'Draft', 'title', editor, 'letter:belongsTo', '--resource')

    app.write('tests/codes.test.ts', codeTests)
    await assertSound(app)
    rmSync(join(app.root, 'tests/codes.test.ts'))
    assert.match(made, /^Only the user who creates a letter may see and change it/m)
    assert.match(below, /^A draft belongs to the user of its letter, who alone may/m)
    assert.match(app.read('app/controllers/letters.ts'), /\.\.\.form, author_id: user\.id \}/)
    assert.doesNotMatch(app.read('resources/components/LetterForm.tsx'), /author_id/)
    assert.match(app.read('resources/components/DraftForm.tsx'), /editor_id/)
    assert.match(app.read('tests/letters.test.ts'), /'of another user answer 403/)

    for (const name of ['Draft', 'Reply', 'Letter'])
      await app.tenon('destroy', 'model', name, '--resource')
    assert.deepEqual(app.tree(), before)
  })
})

describe('tenon make of records of a team', { timeout: 600_000 }, () => {
  it('finds an owner whose column declares no reference', async () => {
    using app = copyAccounts()
    await app.tenon('add', 'teams')
    writeModel(app, 'Invoice', 'team_id: c.integer().owner(() => Team)')

    const made = await app.tenon('make', 'resource', 'Invoice')

    assert.equal(made.exitCode, 0, made.output)
    assert.match(app.read('app/team-routes.ts'), /'\/teams\/\{team\}\/invoices'/)
    await app.main('make:migration', 'create_invoices')
    await assertSound(app)
  })

  it('writes nothing for a column of the team that is not declared as the owner, nor below a record of a team', async () => {
    using app = copyAccounts()
    await app.tenon('add', 'teams')
    writeModel(app, 'Invoice', 'team_id: c.integer()')
    await make(app, 'Customer', 'name', 'team:owner')
    writeModel(
      app,
      'Visit',
      `customer_id: c.integer().references('customers.id')`,
      `static customer = belongsTo(() => Customer, 'customer_id')`,
    )
    const before = app.tree()

    const plain = await app.tenon('make', 'resource', 'Invoice')
    const below = await app.tenon('make', 'resource', 'Visit')

    assert.match(plain.output, /invoices have the column team_id, but no owner, so every team/)
    assert.match(below.output, /customers belong to a team, and so does what belongs to them\./)
    assert.deepEqual(app.tree(), before)
  })
})

const codeTests = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'
import { Letter } from '../app/models/letter.ts'
import { Reply } from '../app/models/reply.ts'
import { letters } from '../database/factories/letter.ts'
import { replies } from '../database/factories/reply.ts'
import { users } from '../database/factories/user.ts'
import { logIn } from './log-in.ts'

it('a code is unique among the letters of a user and among the replies to a letter', async () => {
  await using app = await testApp()
  const user = await users.create()
  const browser = await logIn(app, user)
  await letters.create({ code: 'A' })
  const letter = await letters.create({ author_id: user.id, code: 'B' })
  await replies.create({ code: 'A' })
  const store = (code: string) => browser.post(route('letters.store'), { title: 'One', code })
  const reply = (code: string) =>
    browser.post(route('replies.store'), { title: 'One', code, letter_id: letter.id })

  const stored = [await store('A'), await reply('A')]
  const taken = [await store('A'), await store('B'), await reply('A')]

  for (const response of stored) response.assertStatus(303)
  for (const response of taken)
    response.assertStatus(422).assertErrors({ code: 'The code is taken' })
  assert.deepEqual([await Letter.count(), await Reply.count()], [4, 2])
})

it('a letter cannot be its own origin', async () => {
  await using app = await testApp()
  const user = await users.create()
  const browser = await logIn(app, user)
  const letter = await letters.create({ author_id: user.id })
  const other = await letters.create({ author_id: user.id })
  const change = (origin_id: number) =>
    browser.put(route('letters.update', { letter: letter.id }), {
      title: 'One',
      code: 'A',
      origin_id,
    })

  const [own, another] = [await change(letter.id), await change(other.id)]

  own.assertStatus(422).assertErrors({ origin_id: 'A letter cannot be its own origin' })
  another.assertStatus(303)
})
`

async function make(app: Scaffold, name: string, ...words: readonly string[]): Promise<string> {
  const { output } = await app.tenon('make', 'model', name, ...words)
  return output
}

/** Makes what an application without pages would get, and returns what takes it back. */
function makeWithoutPages(app: Scaffold, name: string, columns: readonly string[]): () => void {
  const project = { ...openProject(app.root), pages: undefined }
  const migrationPath = (slug: string) => `database/migrations/2030_01_01_000001_${slug}.ts`
  const plan = generators['model']?.({ project, name, columns, isResource: true, migrationPath })
  assert.ok(plan)
  applyPlan(plan, project, () => {})
  return () => undoPlan(plan, project, () => {})
}

/** Writes a model that somebody wrote by hand, and lists it. */
function writeModel(app: Scaffold, name: string, column: string, relation = ''): void {
  const file = name.toLowerCase()
  const owner = column.includes('Team') ? 'Team' : relation === '' ? '' : 'Customer'
  const imports = owner === '' ? '' : `import { ${owner} } from './${owner.toLowerCase()}.ts'\n`
  const body = relation === '' ? '{}' : `{\n  ${relation}\n}`
  app.write(
    `app/models/${file}.ts`,
    `import { ${relation === '' ? '' : 'belongsTo, '}c, Model } from 'tenon/models'
${imports}
export class ${name} extends Model('${file}s', {
  id: c.id(),
  number: c.text(),
  ${column},
}) ${body}
`,
  )
  const main = app.read('main.ts')
  app.write(
    'main.ts',
    main
      .replace(/models: \{/, `models: { ${name},`)
      .replace(
        /^import \{ web \}/m,
        `import { ${name} } from './app/models/${file}.ts'\nimport { web }`,
      ),
  )
}
