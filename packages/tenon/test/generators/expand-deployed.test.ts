import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { it } from 'node:test'
import { createProject, type Finished, type Project } from '../models/project.ts'
import { applicationOptions, compilers, toSettings } from '../support/compile-project.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

forEachDialect('what tenon make migration --expand writes, of every kind', (open) => {
  it(
    'compiles, and both steps are safe beside the version that runs',
    { timeout: 600_000 },
    async () => {
      using project = createProject({
        'app/models.ts': model,
        'tsconfig.json': toSettings({ ...applicationOptions, types: ['node'] }),
      })
      const deployed = { APP_ENV: 'production', DATABASE_URL: await open.url() }
      await succeed(project.run(['make:migration', 'create tickets']))
      await succeed(project.run(['migrate'], deployed))

      for (const words of changes)
        await succeed(project.tenon(['make', 'migration', '--expand', ...words]))
      const expandedModel = project.read('app/models.ts')
      const expandErrors = compile(project)
      const expandChecked = await project.run(['migrate', '--check'], deployed)
      await succeed(project.run(['migrate'], deployed))
      const expanded = await project.run(['schema:check', '--database'], deployed)

      project.write('app/models.ts', contracted(expandedModel))
      await succeed(project.run(['make:migration', 'contract tickets', '--drop']))
      const contractErrors = compile(project)
      const contractChecked = await project.run(['migrate', '--check'], deployed)
      await succeed(project.run(['migrate'], deployed))
      const after = await project.run(['schema:check', '--database'], deployed)

      assert.equal(expandErrors + contractErrors, '')
      assert.match(expandChecked.stdout, /^(safe .*\n)+$/)
      assert.equal(expanded.exitCode, 0, expanded.stdout + expanded.stderr)
      // PostgreSQL reads the table for a column that becomes required.
      assert.match(contractChecked.stdout, /^((safe|locks) .*\n)+$/)
      assert.equal(after.exitCode, 0, after.stdout + after.stderr)
      assert.equal(project.read('app/models.ts'), wanted)
    },
  )
})

const changes = [
  ['rename', 'tickets.title', 'subject'],
  ['split', 'tickets.name', 'first_name', 'last_name'],
  ['type', 'tickets.price', 'cents:integer'],
  ['drop', 'tickets.note'],
  ['unique', 'tickets.email'],
  ['required', 'tickets.body'],
]

const model = `import { c, Model } from 'tenon/models'

export class Ticket extends Model('tickets', {
  id: c.id(),
  title: c.text(),
  name: c.text(),
  price: c.decimal(8, 2).default('0.00'),
  note: c.text(),
  email: c.text(),
  body: c.text().nullable(),
}) {}
`

/** The model after the next version has done what the steps say. */
const wanted = `import { c, Model } from 'tenon/models'

export class Ticket extends Model('tickets', {
  id: c.id(),
  subject: c.text(),
  first_name: c.text(),
  last_name: c.text(),
  cents: c.integer(),
  email: c.text().unique(),
  body: c.text(),
}) {}
`

/** Removes `was`, `retired` and `unenforced`, as the steps say. */
function contracted(text: string): string {
  return text.replaceAll(/\.was\('\w+'\)/g, '').replace(/\}, \{ retired: .*\}\) \{\}/, '}) {}')
}

async function succeed(running: Promise<Finished>): Promise<void> {
  const { exitCode, stderr, stdout } = await running
  assert.equal(exitCode, 0, stderr + stdout)
}

function compile({ root }: Project): string {
  const { stdout } = spawnSync(
    process.execPath,
    [
      compilers['TypeScript 7'],
      '-p',
      join(root, 'tsconfig.json'),
      '--singleThreaded',
      '--pretty',
      'false',
    ],
    { encoding: 'utf8' },
  )
  return stdout
}
