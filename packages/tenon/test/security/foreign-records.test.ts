import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  application,
  body,
  del,
  get,
  group,
  handler,
  json,
  post,
  provided,
  put,
  routes,
  UploadedFile,
} from 'tenon'
import { currentDatabase } from 'tenon/database'
import { job } from 'tenon/jobs'
import { belongsTo, c, manyToMany, Model } from 'tenon/models'
import { disk } from 'tenon/storage'
import { testApp, type TestApp } from 'tenon/testing'
import { z } from 'zod'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const papers = disk('papers', { types: ['text/plain'] })

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}
class Label extends Model('labels', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  name: c.text(),
}) {}
class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  label_id: c.integer().nullable().references('labels.id'),
  title: c.text(),
  paper: c.file(papers).nullable(),
}) {
  static readonly label = belongsTo(() => Label, 'label_id')
  static readonly labels = manyToMany(() => Label, {
    through: 'ticket_labels',
    local: 'ticket_id',
    target: 'label_id',
  })
}
class TicketLabel extends Model(
  'ticket_labels',
  {
    ticket_id: c.integer().references('tickets.id'),
    label_id: c.integer().references('labels.id'),
  },
  { primaryKey: ['ticket_id', 'label_id'], owner: false },
) {}

const team = provided<{ team: Team }>('team')
const membership = team.middleware(async (request, next) =>
  next(await Team.findOrFail(Number(request.header('x-team')))),
)
const LabelForm = body(z.object({ label: z.number() }))
const PaperForm = body(z.object({ paper: z.instanceof(UploadedFile) }))

const close = job('close', z.object({ team: z.number(), ticket: z.number() })).run(
  async ({ team, ticket }) => {
    const owner = await Team.findOrFail(team)
    const found = await Ticket.of(owner).findOrFail(ticket)
    await found.update({ title: 'closed' })
  },
)

const web = routes([
  group('/tickets', [
    get(
      '/{ticket}',
      handler({ ticket: Ticket }).run(({ ticket }) => json(ticket)),
    ),
    put(
      '/{ticket}/label',
      handler({ ticket: Ticket, form: LabelForm }).run(async ({ ticket, form }) =>
        json(await ticket.update({ label_id: form.label })),
      ),
    ),
    post(
      '/{ticket}/labels',
      handler({ ticket: Ticket, form: LabelForm }).run(async ({ ticket, form }) =>
        json(await ticket.attach(Ticket.labels, [form.label])),
      ),
    ),
    put(
      '/{ticket}/paper',
      handler({ ticket: Ticket, form: PaperForm }).run(async ({ ticket, form }) =>
        json(await ticket.update({ paper: await papers.put(form.paper) })),
      ),
    ),
    get(
      '/{ticket}/paper',
      handler({ ticket: Ticket }).run(({ ticket }) => papers.send(ticket.paper ?? 'none')),
    ),
    del(
      '/{ticket}',
      handler({ ticket: Ticket }).run(async ({ ticket }) => json(await ticket.delete())),
    ),
  ]).middleware(membership),
])

const own = 1
const foreign = 2
const missing = 99

forEachDialect('a record of another team', (open) => {
  const withTeams = async (body: (app: TestApp) => Promise<void>) => {
    await using app = await testApp({
      application: application({
        root: import.meta.dirname,
        routes: web,
        models: { Team, Label, Ticket, TicketLabel },
        jobs: [close],
      }),
      databaseUrl: await open.url(),
    })
    await createTables(currentDatabase(), Team, Label, Ticket, TicketLabel)
    for (const name of ['red', 'blue']) {
      const team = await Team.create({ name })
      await Label.of(team).create({ name: `${name} label` })
      const paper = await papers.put(Buffer.from(`the paper of ${name}`))
      await Ticket.of(team).create({ title: `${name} ticket`, paper })
    }
    await body(app)
  }

  const asRed = (app: TestApp) => app.as('json', { headers: { 'x-team': '1' } })

  it('is a 404 in a path, like one that does not exist, and its file too', async () => {
    await withTeams(async (app) => {
      const red = asRed(app)
      const form = new FormData()
      form.set('paper', new File(['another paper'], 'a.txt', { type: 'text/plain' }))
      const ask = async (key: number) => {
        const answers = [
          await red.get(`/tickets/${key}`),
          await red.get(`/tickets/${key}/paper`),
          await red.put(`/tickets/${key}/paper`, form),
          await red.put(`/tickets/${key}/label`, { label: own }),
          await red.put(`/tickets/${key}/label`, { label: 'invalid' }),
          await red.delete(`/tickets/${key}`),
        ]
        return answers.map(({ status, text }) => [status, text])
      }

      const [others, none] = [await ask(foreign), await ask(missing)]

      assert.deepEqual(others, none)
      assert.deepEqual(new Set(others.map(([status]) => status)), new Set([404]))
      let files = 0
      for await (const _file of papers.list()) files += 1
      assert.equal(files, 2)
      const { paper } = await Ticket.ofAnyone().findOrFail(foreign)
      const kept = new Response(await papers.read(paper ?? ''))
      assert.equal(await kept.text(), 'the paper of blue')
    })
  })

  it('is a 409 in a body, like one that does not exist, and changes nothing', async () => {
    await withTeams(async (app) => {
      const red = asRed(app)
      const ask = async (label: number) => {
        const answers = [
          await red.put(`/tickets/${own}/label`, { label }),
          await red.post(`/tickets/${own}/labels`, { label }),
        ]
        return answers.map(({ status, text }) => [status, text])
      }

      const [others, none] = [await ask(foreign), await ask(missing)]

      assert.deepEqual(others, none)
      assert.deepEqual(new Set(others.map(([status]) => status)), new Set([409]))
      const ticket = await Ticket.ofAnyone().with('labels').findOrFail(own)
      assert.deepEqual([ticket.label_id, ticket.labels], [null, []])
    })
  })

  it('is named to the application that has written it', async () => {
    await withTeams(async () => {
      const ticket = await Ticket.ofAnyone().findOrFail(own)

      await assert.rejects(ticket.update({ label_id: foreign }), (error: Error) => {
        assert.equal(error.name, 'ForeignKeyViolation')
        assert.match(String(error.cause), /labels/)
        return true
      })
    })
  })

  it('is not found by a job of a team, which fails like one for no record', async () => {
    await withTeams(async (app) => {
      for (const ticket of [own, foreign, missing]) await close.dispatch({ team: 1, ticket })

      const outcomes = await app.runJobs()

      const errors = outcomes.flatMap(({ error }) =>
        error instanceof Error ? [error.message] : [],
      )
      assert.equal(errors.length, 2)
      assert.equal(new Set(errors).size, 1, errors.join('\n'))
      assert.deepEqual(await Ticket.ofAnyone().orderBy('id').pluck('title'), [
        'closed',
        'blue ticket',
      ])
    })
  })
})
