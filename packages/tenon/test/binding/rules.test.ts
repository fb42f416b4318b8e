import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  application,
  body,
  exists,
  get,
  group,
  handler,
  json,
  page,
  post,
  provided,
  put,
  redirect,
  routes,
  unique,
} from 'tenon'
import { createDatabase, transaction, withDatabase } from 'tenon/database'
import { ValidationFailed } from 'tenon/errors'
import { c, Model, softDeletes } from 'tenon/models'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { createRouter } from '../../src/web/routing/router.ts'
import { createRequest } from '../support/create-request.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}
class Member extends Model('members', {
  id: c.uuidId(),
  email: c.text().unique({ caseInsensitive: true }),
}) {}
class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  slug: c.text({ max: 20 }).unique(),
  code: c.bigint().nullable().unique({ everywhere: true }),
}) {}
class Label extends Model('labels', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  name: c.text().unique({ caseInsensitive: true, ignoreDeleted: true }),
  archived: c.boolean().default(false),
  ...softDeletes(),
}) {}

const TicketForm = body(
  z.object({
    slug: z.string().min(1, 'Too short'),
    code: z.bigint().or(z.string().transform(BigInt)).nullish(),
    label_ids: z.array(z.coerce.number()).default([]),
    lines: z.array(z.object({ label_id: z.number(), member: z.string().nullable() })).optional(),
    reviewer: z.string().optional(),
  }),
).rules({
  slug: unique(Ticket, 'slug'),
  code: unique(Ticket, 'code', { message: () => 'That code is in use' }),
  label_ids: exists(Label, { where: (labels) => labels.where('archived', false) }),
  'lines.label_id': exists(Label),
  'lines.member': exists(Member),
  reviewer: exists(Member, { column: 'email' }),
})
const MemberForm = body(z.object({ email: z.string() })).rules({ email: unique(Member, 'email') })
const LabelsForm = body(z.object({ labels: z.array(z.object({ name: z.string() })) })).rules({
  'labels.name': unique(Label, 'name'),
})

class Seat extends Model('seats', {
  id: c.id(),
  member_id: c.uuid().unique().references('members.id'),
}) {}
const SeatForm = body(z.object({ member_id: z.string() })).rules({
  member_id: [exists(Member), unique(Seat, 'member_id')],
})

class Product extends Model('products', {
  id: c.id(),
  sku: c.text().unique(),
  barcode: c.text().nullable().unique(),
}) {}
const ProductForm = body(z.object({ sku: z.string(), barcode: z.string() }))

const currentTeam = provided<{ team: Team }>('team')
const byHeader = currentTeam.middleware(async (request, next) =>
  next(await Team.findOrFail(Number(request.header('x-team')))),
)

const web = routes([
  get('/teams/{team}/tickets', () => page('Tickets')).name('tickets.create'),
  post(
    '/teams/{team}/tickets',
    handler({ team: Team, form: TicketForm }).run(async ({ team, form }) => {
      await Ticket.of(team).create({ slug: form.slug, code: form.code ?? null })
      return redirect(`/teams/${team.id}/tickets`)
    }),
  ).name('tickets.store'),
  put(
    '/teams/{team}/tickets/{ticket}',
    handler({ team: Team, ticket: Ticket, form: TicketForm }).run(async ({ ticket, form }) => {
      await ticket.update({ slug: form.slug })
      return json(ticket)
    }),
  ),
  group('/mine', [
    post(
      '/tickets',
      handler({ form: TicketForm }).run(({ form }) => json(form.label_ids)),
    ),
    put(
      '/tickets/{ticket}',
      handler({ ticket: Ticket, form: TicketForm }).run(() => json('ok')),
    ),
    post(
      '/labels',
      handler({ team: currentTeam, form: LabelsForm }).run(async ({ team, form }) =>
        transaction(async () => {
          for (const { name } of form.labels) await Label.of(team).create({ name })
          return json(form.labels.length)
        }),
      ),
    ),
  ]).middleware(byHeader),
  post(
    '/members',
    handler({ form: MemberForm }).run(({ form }) => Member.create(form)),
  ),
  put(
    '/members/{member}',
    handler({ member: Member, form: MemberForm }).run(async ({ member, form }) => {
      await member.update(form)
      await Member.create(form)
      return json(member)
    }),
  ),
  post(
    '/seats',
    handler({ form: SeatForm }).run(() => json('ok')),
  ),
  put(
    '/seats/{seat}',
    handler({ seat: Seat, form: SeatForm }).run(() => json('ok')),
  ),
  post(
    '/racing',
    handler({ form: MemberForm }).run(async ({ form }) => {
      // What another request does between the question and the write.
      await Member.create({ email: form.email.toUpperCase() })
      await transaction(() => Member.create(form))
      return json('never')
    }),
  ),
])

forEachDialect('rules that ask the database', (open) => {
  const start = async (database?: 'rollback') => {
    const databaseUrl = await open.url()
    await using prepared = createDatabase(databaseUrl)
    await createTables(prepared, Team, Member, Ticket, Label, Seat)
    await withDatabase(prepared, async () => {
      for (const name of ['red', 'blue']) {
        const team = await Team.create({ name })
        await Ticket.of(team).create({ slug: 'both', code: BigInt(team.id) })
        await Label.of(team).create({ name: `${name} label` })
        await Label.of(team).create({ name: `${name} old`, archived: true })
      }
      await (await Label.ofAnyone().where('name', 'red old').firstOrFail()).delete()
      await Member.create({ email: 'ada@example.com' })
    })
    const app = application({ root: import.meta.dirname, routes: web })
    return testApp({ application: app, databaseUrl, ...(database && { database }) })
  }
  const none = { label_ids: [] }
  const red = { 'x-team': '1' }

  it('answer 422 with a message for each field, and ask about records of the owner only', async () => {
    await using app = await start()
    const api = app.as('json')

    const taken = await api.post('/teams/1/tickets', {
      slug: 'both',
      code: '2',
      label_ids: [1, 3, 4, 99],
    })
    const free = await app.post('/teams/1/tickets', { slug: 'new', label_ids: [1] })
    const other = await app.post('/teams/2/tickets', { slug: 'new', label_ids: [3] })

    taken.assertStatus(422).assertErrors({
      slug: 'The slug is taken',
      code: 'That code is in use',
      'label_ids.1': 'The label ids was not found',
      'label_ids.2': 'The label ids was not found',
      'label_ids.3': 'The label ids was not found',
    })
    assert.deepEqual([free.status, other.status], [303, 303])
    assert.equal(await Ticket.ofAnyone().where('slug', 'new').count(), 2)
  })

  it('run when the shape is valid, and show a form again with its page', async () => {
    await using app = await start()

    const invalid = await app.as('json').post('/teams/1/tickets', { slug: '', label_ids: [99] })
    const shown = await app
      .as('page')
      .post('/teams/1/tickets', { slug: 'both', lines: [{ label_id: 3, member: 'x' }] })

    invalid.assertStatus(422).assertErrors({ slug: 'Too short' })
    shown.assertStatus(422).assertPage('Tickets').assertErrors({
      slug: 'The slug is taken',
      'lines.0.label_id': 'The label id was not found',
      'lines.0.member': 'The member was not found',
    })
  })

  it('let a record that the handler binds keep its value', async () => {
    await using app = await start()
    await app.post('/teams/1/tickets', { slug: 'other', ...none })

    const kept = await app.put('/teams/1/tickets/1', { slug: 'both', code: '1', ...none })
    const taken = await app.as('json').put('/teams/1/tickets/1', { slug: 'other', ...none })
    const mine = await app
      .as('json', { headers: red })
      .put('/mine/tickets/1', { slug: 'both', ...none })

    assert.deepEqual([kept.status, mine.status], [200, 200])
    taken.assertStatus(422).assertErrors({ slug: 'The slug is taken' })
  })

  for (const database of [undefined, 'rollback'] as const) {
    it(`are the message of what the database refuses afterwards${database ? ', inside a transaction' : ''}`, async () => {
      await using app = await start(database)
      const api = app.as('json')

      const raced = await api.post('/racing', { email: 'new@example.com' })
      const own = await api.put(`/members/${(await Member.query().firstOrFail()).id}`, {
        email: 'ADA@example.com',
      })
      const twice = await Promise.all(
        [1, 2].map(() => api.post('/members', { email: 'two@example.com' })),
      )

      raced.assertStatus(422).assertErrors({ email: 'The email is taken' })
      own.assertStatus(422).assertErrors({ email: 'The email is taken' })
      const statuses = twice.map(({ status }) => String(status))
      assert.deepEqual(statuses.toSorted(), ['200', '422'])
    })
  }

  it('ignore case and deleted records where the index does', async () => {
    await using app = await start()
    const api = app.as('json', { headers: red })
    const labels = (...names: readonly string[]) => ({ labels: names.map((name) => ({ name })) })

    const taken = await api.post('/mine/labels', labels('free', 'RED Label', 'Free', 'blue label'))
    const free = await api.post('/mine/labels', labels('red old', 'blue label'))

    taken.assertStatus(422).assertErrors({
      'labels.1.name': 'The name is taken',
      'labels.2.name': 'The name is taken',
    })
    assert.equal(free.text, '2')
  })

  it('refuse values that no column can hold, and lists that are too long', async () => {
    await using app = await start()
    const api = app.as('json')
    const send = async (body: object) =>
      (await api.post('/teams/1/tickets', { slug: 'x', ...body })).json()

    const errors = [
      await send({ slug: 'nul \0' }),
      await send({ slug: 'longer than twenty characters' }),
      await send({ code: '9223372036854775808' }),
      await send({ label_ids: [2 ** 60, 1.5, -1] }),
      await send({ reviewer: '\ud800' }),
      await send({ label_ids: Array.from({ length: 10_001 }, (_, i) => i) }),
    ].map((each) => (each as { errors: object }).errors)

    assert.deepEqual(errors, [
      { slug: 'The slug is not allowed' },
      { slug: 'The slug is not allowed' },
      { code: 'The code is not allowed' },
      {
        'label_ids.0': 'The label ids was not found',
        'label_ids.1': 'The label ids was not found',
        'label_ids.2': 'The label ids was not found',
      },
      { reviewer: 'The reviewer was not found' },
      { label_ids: 'The label ids must have at most 10000 items' },
    ])
  })

  it('may be several for one field: the record must exist, and belong to nobody else', async () => {
    await using app = await start()
    const api = app.as('json')
    const ada = await Member.where('email', 'ada@example.com').firstOrFail()
    const grace = await Member.create({ email: 'grace@example.com' })
    const seat = await Seat.create({ member_id: ada.id })

    const free = await api.post('/seats', { member_id: grace.id })
    const kept = await api.put(`/seats/${seat.id}`, { member_id: ada.id })
    const taken = await api.post('/seats', { member_id: ada.id })
    const missing = await api.post('/seats', { member_id: crypto.randomUUID() })

    assert.deepEqual([free.status, kept.status], [200, 200])
    taken.assertStatus(422).assertErrors({ member_id: 'The member id is taken' })
    missing.assertStatus(422).assertErrors({ member_id: 'The member id was not found' })
  })

  it('may be added by a second call, also for the same field', async () => {
    const Added = body(z.object({ member_id: z.string() }))
      .rules({ member_id: exists(Member) })
      .rules({ member_id: unique(Seat, 'member_id') })
    const database = await open()
    await createTables(database, Member, Seat)
    await withDatabase(database, async () => {
      const ada = await Member.create({ email: 'ada@example.com' })
      await Seat.create({ member_id: ada.id })

      const errors = await Promise.all(
        [crypto.randomUUID(), ada.id].map((id) => errorsOf(Added, { member_id: id })),
      )

      assert.deepEqual(errors, [
        { member_id: 'The member id was not found' },
        { member_id: 'The member id is taken' },
      ])
    })
  })

  it('do not take a missing value of a row for the empty text', async () => {
    const database = await open()
    await createTables(database, Product)
    await withDatabase(database, async () => {
      await Product.create({ sku: 'pen', barcode: null })
      const given = { sku: 'pen', barcode: '' }

      const known = ProductForm.rules({
        sku: exists(Product, { column: 'sku' }),
        barcode: exists(Product, { column: 'barcode' }),
      })
      const fresh = ProductForm.rules({
        sku: unique(Product, 'sku'),
        barcode: unique(Product, 'barcode'),
      })

      assert.deepEqual(await errorsOf(known, given), { barcode: 'The barcode was not found' })
      assert.deepEqual(await errorsOf(fresh, given), { sku: 'The sku is taken' })
    })
  })

  it('cost one statement for each kind and table, whatever the number of items', async () => {
    const sent: string[] = []
    const database = await open({
      onSlowStatement: ({ sql }) => sent.push(sql),
      slowStatement: 'always',
    })
    await createTables(database, Team, Member, Ticket, Label)
    await withDatabase(database, async () => {
      const team = await Team.create({ name: 'red' })
      const labels = await Promise.all(
        Array.from({ length: 50 }, (_, i) => Label.of(team).create({ name: `label ${i}` })),
      )
      const Form = body(
        z.object({ main: z.number(), others: z.array(z.number()), slug: z.string() }),
      ).rules({ main: exists(Label), others: exists(Label), slug: unique(Ticket, 'slug') })
      const list = routes([
        post(
          '/teams/{team}',
          handler({ team: Team, form: Form }).run(() => json('ok')),
        ),
      ])
      sent.length = 0

      const ids = labels.map(({ id }) => id)
      const request = createRequest({
        method: 'POST',
        target: '/teams/1',
        body: JSON.stringify({ main: ids[0], others: ids, slug: 'new' }),
        headers: { 'content-type': 'application/json' },
      })
      const reply = await createRouter(list).dispatch(request)

      assert.equal(reply.error, undefined)
      assert.deepEqual(sent.map((sql) => /from "(\w+)"/.exec(sql)?.[1] ?? '').toSorted(), [
        'labels',
        'teams',
        'tickets',
      ])
    })
  })
})

/** The errors of a form that is sent as JSON. */
async function errorsOf(form: ReturnType<typeof body>, given: object): Promise<unknown> {
  const list = routes([
    post(
      '/forms',
      handler({ form }).run(() => json('ok')),
    ),
  ])
  const request = createRequest({
    method: 'POST',
    target: '/forms',
    body: JSON.stringify(given),
    headers: { 'content-type': 'application/json' },
  })
  const { error } = await createRouter(list).dispatch(request)
  return error instanceof ValidationFailed ? error.errors : error
}

describe('a rule that is declared wrongly', () => {
  const at = (form: ReturnType<typeof body>) =>
    createRouter(
      routes([
        post(
          '/tickets',
          handler({ form }).run(() => json('ok')),
        ),
      ]),
    )

  it('is refused with a sentence, where it stands or at boot', () => {
    const untyped = { exists, unique } as unknown as Record<
      'exists' | 'unique',
      (...given: readonly unknown[]) => never
    >

    assert.throws(() => untyped.exists(undefined), { code: 'E_RULE', message: /circular import/ })
    assert.throws(() => untyped.unique(Label, 'archived'), { code: 'E_COLUMN_NOT_UNIQUE' })
    assert.throws(() => untyped.exists(Label, { column: 'color' }), { code: 'E_COLUMN_UNKNOWN' })
    for (const wrong of ['exists', [], [exists(Member), undefined]]) {
      const declare = () => body(z.object({})).rules({ a: wrong as never })
      assert.throws(declare, { code: 'E_RULE' }, `no rules: ${JSON.stringify(wrong)}`)
    }
    assert.throws(() => at(TicketForm), {
      code: 'E_BINDING_OWNER',
      message: /A rule of the body of "\/tickets" .* asks with unique\(\) about "tickets"/,
    })
  })
})
