import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createProject } from '../models/project.ts'

const model = `import { c, Model } from 'tenon/models'

export class Ticket extends Model('tickets', {
  id: c.id(),
  title: c.text().unique(),
  name: c.text(),
}) {}
`

describe('tenon make migration --expand', { timeout: 600_000 }, () => {
  it('changes the model, writes migrations that fit it, and says what to deploy when', async () => {
    using project = createProject({ 'app/models/ticket.ts': model, 'app/models.ts': list })
    await project.run(['make:migration', 'create tickets'])

    const renamed = await project.tenon(['make', 'migration', '--expand', ...rename])
    const split = await project.tenon(['make', 'migration', '--expand', ...words])
    const matching = await project.run(['schema:check'])
    const unknown = await project.tenon(['make', 'migration', '--expand', 'drop', 'tickets.none'])

    assert.equal(renamed.exitCode, 0, renamed.stderr)
    assert.match(
      renamed.stdout,
      /^Changed app\/models\/ticket\.ts\nWrote .*rename_tickets_title\.ts\n/,
    )
    assert.match(renamed.stdout, /^Wrote .*fill_rename_tickets_title\.ts$/m)
    assert.match(
      renamed.stdout,
      /^3 steps are left:\n1\. .*\n2\. Deploy .*\n3\. In the next version, remove \.was/m,
    )
    assert.match(split.stdout, /createMirror\('tickets', 'name', 'first', 'last'\)/)
    assert.match(split.stdout, /^2\. Correct the SQL of the migrations/m)
    assert.equal(matching.exitCode, 0, matching.stderr)
    assert.match(
      project.read('app/models/ticket.ts'),
      /subject: c\.text\(\)\.unique\(\)\.was\('title'\)/,
    )
    assert.equal(unknown.exitCode, 1)
    assert.match(unknown.stderr, /does not declare "none"/)
  })

  it('says that a column which may be empty is dropped without a migration first', async () => {
    const nullable = model.replace('name: c.text()', 'name: c.text().nullable()')
    using project = createProject({ 'app/models/ticket.ts': nullable, 'app/models.ts': list })
    await project.run(['make:migration', 'create tickets'])

    const dropped = await project.tenon(['make', 'migration', '--expand', 'drop', 'tickets.name'])

    assert.match(
      dropped.stdout,
      /^Changed app\/models\/ticket\.ts\nThis version needs no migration\.\n3 steps are left:\n/,
    )
  })

  it('writes migrations that search the new column, and keep the index of the running version', async () => {
    const searched = model.replace('}) {}', "}, { search: ['title', 'name'] }) {}")
    using project = createProject({ 'app/models/ticket.ts': searched, 'app/models.ts': list })
    await project.run(['make:migration', 'create tickets'])

    const renamed = await project.tenon(['make', 'migration', '--expand', ...rename])
    const matching = await project.run(['schema:check'])

    assert.equal(renamed.exitCode, 0, renamed.stderr)
    assert.match(project.read('app/models/ticket.ts'), /search: \['subject', 'name'\]/)
    assert.match(renamed.stdout, /createSearchIndex\('tickets', 'subject', 'name'/)
    assert.doesNotMatch(renamed.stdout, /^\s*dropSearchIndex/m)
    assert.equal(matching.exitCode, 0, matching.stderr)
  })

  it('names the place that the application does not load with any more, and the command to go on with', async () => {
    using project = createProject({
      'app/models/ticket.ts': model,
      'app/models.ts': `${list}import './views.ts'\n`,
      'app/views.ts': view,
    })
    await project.run(['make:migration', 'create tickets'])

    const renamed = await project.tenon(['make', 'migration', '--expand', ...rename])
    project.write('app/views.ts', view.replace("'title'", "'subject'"))
    const again = await project.run(['make:migration', '--drop', 'rename tickets title'])

    assert.equal(renamed.exitCode, 1)
    assert.match(
      renamed.stderr,
      /^No migration was made, because the application does not load with the changed app\/models\/ticket\.ts: app\/views\.ts:3:\d+ The table "tickets" has no column "title"\. .*\n.*"node main\.ts make:migration --drop rename_tickets_title".*\n$/,
    )
    assert.match(
      renamed.stdout,
      /^Changed app\/models\/ticket\.ts\n3 steps are left:\n1\. .*\n2\. Deploy .*\n3\. In/m,
    )
    assert.equal(again.exitCode, 0, again.stderr)
  })

  it('changes nothing while the models have other changes, of which a rename would become a drop', async () => {
    using project = createProject({ 'app/models/ticket.ts': model, 'app/models.ts': list })
    await project.run(['make:migration', 'create tickets'])
    const renamed = model.replace('name:', 'label:')
    project.write('app/models/ticket.ts', renamed)

    const { exitCode, stderr } = await project.tenon(['make', 'migration', '--expand', ...rename])

    assert.equal(exitCode, 1)
    assert.match(stderr, /Run make:migration, and commit the files it writes/)
    assert.equal(project.read('app/models/ticket.ts'), renamed)
    assert.equal(project.list('database/migrations').length, 1)
  })
})

const list = "export { Ticket } from './models/ticket.ts'\n"
const view = `import { view } from 'tenon/models'
import { Ticket } from './models/ticket.ts'
export const TicketRow = view(Ticket, ['id', 'title'])
`
const rename = ['rename', 'tickets.title', 'subject']
const words = ['split', 'tickets.name', 'first', 'last']
