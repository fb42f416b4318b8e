import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createProject, type Project } from '../models/project.ts'
import { forEachDialect, type OpenDatabase } from '../support/for-each-dialect.ts'

forEachDialect('migrate beside the running version', (open) => {
  it('refuses in production what the running version needs, and changes nothing', async () => {
    using deployed = await deploy(open)
    deployed.project.write('app/models.ts', without)
    deployed.project.write(dropFile, drop)

    const checked = await deployed.run(['migrate', '--check'])
    const refused = await deployed.run(['migrate'])
    const status = await deployed.run(['migrate:status'])

    assert.equal(checked.exitCode, 1)
    assert.equal(
      checked.stdout,
      `breaks  ${dropName}: dropColumn('todos', 'note'): The running version uses the column. Deploy a version without it first, then drop it in the deployment after that. "tenon make migration --expand drop todos.note" writes the steps.\n`,
    )
    assert.match(
      checked.stderr,
      /^The version that migrated last cannot work beside these migrations\. .*after a rollback, run the "migrate" of that version/,
    )
    assert.equal(refused.exitCode, 1)
    assert.match(
      refused.stderr,
      /dropColumn\('todos', 'note'\): The running version uses the column/,
    )
    assert.match(
      refused.stderr,
      /^Nothing was migrated, .* run "migrate --force"\. If another version runs/m,
    )
    assert.match(status.stdout, new RegExp(`${dropName} +pending`))
  })

  it('drops a column once a version without it was deployed', async () => {
    using deployed = await deploy(open)
    deployed.project.write('app/models.ts', without)
    const earlier = await deployed.run(['migrate'])
    deployed.project.write(dropFile, drop)

    const checked = await deployed.run(['migrate', '--check'])
    const migrated = await deployed.run(['migrate'])
    const nothing = await deployed.run(['migrate', '--check'])

    assert.equal(earlier.stdout, 'Nothing to do.\n')
    assert.deepEqual([checked.exitCode, checked.stdout], [0, `safe    ${dropLine}\n`])
    assert.equal(migrated.exitCode, 0, migrated.stderr)
    assert.match(migrated.stdout, new RegExp(`^Migrated ${dropName} `, 'm'))
    assert.deepEqual([nothing.exitCode, nothing.stdout], [0, 'No migrations are pending.\n'])
  })

  it('keeps a retired column in the schema, and drops it with the next version', async () => {
    using deployed = await deploy(open)
    deployed.project.write('app/models.ts', retired)
    const matching = await deployed.run(['schema:check'])
    const earlier = await deployed.run(['migrate'])
    deployed.project.write('app/models.ts', without)
    await deployed.run(['make:migration', 'drop note', '--drop'])

    const checked = await deployed.run(['migrate', '--check'])
    const migrated = await deployed.run(['migrate'])

    assert.equal(matching.stdout, 'The migrations match the models.\n')
    assert.equal(earlier.stdout, 'Nothing to do.\n')
    assert.match(checked.stdout, /^safe .*: dropColumn\('todos', 'note'\)\n$/)
    assert.equal(migrated.exitCode, 0, migrated.stderr)
  })

  it('renames a column in two deployments, and not in one', async () => {
    using deployed = await deploy(open)
    const { project, run } = deployed
    project.write('app/models.ts', renamed)
    await project.run(['make:migration', 'rename title'])
    project.write('app/models.ts', renamed.replace(".was('title')", ''))
    await project.run(['make:migration', 'drop title', '--drop'])
    const [dropFile = ''] = project
      .list('database/migrations')
      .filter((each) => /_drop_/.test(each))
    const contract = project.read(`database/migrations/${dropFile}`)
    const inOne = await run(['migrate'])

    project.write('app/models.ts', renamed)
    project.remove(`database/migrations/${dropFile}`)
    const expandChecked = await run(['migrate', '--check'])
    const expanded = await run(['migrate'])
    project.write('app/models.ts', renamed.replace(".was('title')", ''))
    project.write(`database/migrations/${dropFile}`, contract)
    const contractChecked = await run(['migrate', '--check'])
    const contracted = await run(['migrate'])

    assert.equal(inOne.exitCode, 1)
    assert.match(
      inOne.stderr,
      /dropMirror\('todos', 'title', 'subject'\): The running version uses/,
    )
    assert.match(expandChecked.stdout, /^(safe .*\n){4}$/)
    assert.match(expandChecked.stdout, /fillMirror\('todos', 'title', 'subject'\)/)
    assert.equal(expanded.exitCode, 0, expanded.stderr)
    // PostgreSQL reads the table to make the column not nullable.
    assert.match(contractChecked.stdout, /^(?:(?:safe .*|locks .*alterColumn.*)\n){3}$/)
    assert.equal(contracted.exitCode, 0, contracted.stderr)
  })

  it('does what breaks the running version with --force, and in development', async () => {
    using forced = await deploy(open)
    forced.project.write(dropFile, drop)
    using local = await deploy(open)
    local.project.write(dropFile, drop)

    const inProduction = await forced.run(['migrate', '--force'])
    const inDevelopment = await local.run(['migrate'], { APP_ENV: 'local' })

    assert.equal(inProduction.exitCode, 0, inProduction.stderr)
    assert.equal(inDevelopment.exitCode, 0, inDevelopment.stderr)
  })
})

const models = `import { c, Model } from 'tenon/models'
export class Todo extends Model('todos', {
  id: c.id(),
  title: c.text(),
  note: c.text().nullable(),
}) {}
`
const without = models.replace('  note: c.text().nullable(),\n', '')

const retired = without.replace(/\n}\) \{\}/, '\n}, { retired: { note: c.text().nullable() } }) {}')

const renamed = models.replace('title: c.text()', "subject: c.text().was('title')")

const dropName = '2030_01_01_000001_drop_note'
const dropLine = `${dropName}: dropColumn('todos', 'note')`
const dropFile = `database/migrations/${dropName}.ts`
const drop = `import { c, dropColumn, migration } from 'tenon/migrations'
export default migration([dropColumn('todos', 'note', c.text().nullable())])
`

interface Deployed extends Disposable {
  readonly project: Project
  readonly run: (
    argv: readonly string[],
    variables?: Readonly<Record<string, string>>,
  ) => ReturnType<Project['run']>
}

/** A project whose first version runs in production. */
async function deploy(open: OpenDatabase): Promise<Deployed> {
  const project = createProject({ 'app/models.ts': models })
  const production = { APP_ENV: 'production', DATABASE_URL: await open.url() }
  const run: Deployed['run'] = (argv, variables = {}) =>
    project.run(argv, { ...production, ...variables })
  await project.run(['make:migration', 'create todos'])
  const first = await run(['migrate'])
  assert.equal(first.exitCode, 0, first.stderr)
  return { project, run, [Symbol.dispose]: () => project[Symbol.dispose]() }
}
