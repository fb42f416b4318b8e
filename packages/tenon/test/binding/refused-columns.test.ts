import assert from 'node:assert/strict'
import { it } from 'node:test'
import { body, get, handler, json, post, put, query, routes } from 'tenon'
import { transaction } from 'tenon/database'
import { c, Model } from 'tenon/models'
import { z } from 'zod'
import { serve } from '../auth/serve.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Team extends Model('teams', { id: c.id() }) {}
class Customer extends Model('customers', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  number: c.text().unique(),
  email: c.text().unique({ caseInsensitive: true }),
  login: c.text().unique({ everywhere: true }),
}) {}
class Invoice extends Model('invoices', {
  id: c.id(),
  title: c.text({ max: 5 }),
  net: c.decimal(8, 2),
  vat: c.decimal(8, 2),
  total: c.decimal(8, 2),
}) {}
class Loan extends Model('loans', { id: c.id(), until: c.date() }) {}

const InvoiceForm = body(z.object({ title: z.string(), net: z.string(), vat: z.string() }))
const CustomerForm = body(
  z.object({
    number: z.string().default('1'),
    email: z.string().default('a@example.com'),
    login: z.string().default('ada'),
  }),
)

const web = routes([
  post(
    '/invoices',
    handler({ form: InvoiceForm }).run(({ form }) =>
      // Two texts, which are joined and not added.
      Invoice.create({ ...form, total: form.net + form.vat }),
    ),
  ),
  post('/teams', () => Team.create({})),
  post('/recalculate', () => Invoice.create({ title: '', net: '1', vat: '1', total: '1.1.1' })),
  get(
    '/invoices/search',
    handler({ filter: query(z.object({ title: z.string() })) }).run(async ({ filter }) =>
      json(await Invoice.where('title', filter.title).count()),
    ),
  ),
  post(
    '/loans',
    handler({ form: body(z.object({ from: z.string(), until: z.string() })) }).run(
      async ({ form }) => json(await Loan.where('until', '>=', form.from).count()),
    ),
  ),
  post(
    '/teams/{team}/customers',
    handler({ team: Team, form: CustomerForm }).run(({ team, form }) =>
      Customer.of(team).create(form),
    ),
  ),
  put(
    '/teams/{team}/customers/{customer}',
    handler({ team: Team, customer: Customer, form: CustomerForm }).run(
      async ({ customer, form }) => {
        await transaction(() => customer.update(form))
        return json(customer)
      },
    ),
  ),
])

forEachDialect('a value that a column refuses', (open) => {
  const start = async () => {
    const app = await serve(
      { routes: web, models: { Team, Customer, Invoice, Loan }, languages: ['en', 'de'] },
      { databaseUrl: await open.url(), tables: [Team, Customer, Invoice, Loan] },
    )
    const program = app.program()
    const tell = async (method: string, path: string, json?: object) => {
      const answer = await program.send(method, path, json && { json })
      return [answer.status, answer.json()]
    }
    const inGerman = async (method: string, path: string, json: object) => {
      const answer = await program.send(method, path, {
        json,
        headers: { 'accept-language': 'de' },
      })
      return (answer.json() as { errors: unknown }).errors
    }
    const lines = () => app.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    return { tell, inGerman, lines, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
  }
  const invalid = (errors: object) => [422, { message: 'The given data was invalid', errors }]

  it('is an error at its field if the request has sent it', async () => {
    await using app = await start()

    const long = await app.tell('POST', '/invoices', { title: 'too long', net: '1', vat: '1' })
    const searched = await app.tell('GET', '/invoices/search?title=%00')

    assert.deepEqual(
      [long, searched],
      [
        invalid({ title: 'The title must have at most 5 characters' }),
        invalid({ title: 'The title contains a character that is not allowed' }),
      ],
    )
  })

  it('is an error at the field with the value, if a condition compares another column with it', async () => {
    await using app = await start()
    const message = (field: string) => `The ${field} must be a date such as 2026-11-20`

    const other = await app.tell('POST', '/loans', { from: '0000-01-01', until: '2026-01-01' })
    const both = await app.tell('POST', '/loans', { from: '0000-01-01', until: '0000-01-01' })

    assert.deepEqual(
      [other, both],
      [invalid({ from: message('from') }), invalid({ until: message('until') })],
    )
  })

  it('is an error in the language of the request', async () => {
    await using app = await start()
    const customer = { number: '1', email: 'a', login: 'ada' }
    await app.tell('POST', '/teams')
    await app.tell('POST', '/teams/1/customers', customer)

    const refused = [
      await app.inGerman('POST', '/invoices', { title: 'too long', net: '1', vat: '1' }),
      await app.inGerman('POST', '/invoices', { title: 'One', net: '150.98', vat: '30.07' }),
      await app.inGerman('POST', '/invoices', { title: 'One', net: 'x', vat: '1' }),
      await app.inGerman('POST', '/teams/1/customers', { ...customer, email: 'b', login: 'bob' }),
    ]

    const decimal = 'Bitte eine Zahl mit höchstens 6 Stellen vor und 2 nach dem Komma angeben'
    assert.deepEqual(refused, [
      { title: 'title: Höchstens 5 Zeichen sind erlaubt' },
      { _: `total: ${decimal}` },
      { net: `net: ${decimal}` },
      { number: 'number: Dieser Wert ist schon vergeben' },
    ])
  })

  it('is an error about the whole input if the server has computed it, and the log says which', async () => {
    await using app = await start()

    const added = await app.tell('POST', '/invoices', { title: 'One', net: '150.98', vat: '30.07' })
    const without = await app.tell('POST', '/recalculate')

    const _ = 'The total must be a number with up to 6 digits before the point and 2 after it'
    assert.deepEqual([added, without], [invalid({ _ }), invalid({ _ })])
    const [refused] = app.lines().filter(({ msg }) => msg === 'POST /invoices was refused')
    assert.match(
      JSON.stringify(refused),
      /The column \\"total\\" \(decimal\) cannot hold the string \\"150\.9830\.07\\"/,
    )
  })

  it('is taken at its field, also within an owner, in another case and in a transaction', async () => {
    await using app = await start()
    const create = (team: number, values: object) =>
      app.tell('POST', `/teams/${team}/customers`, {
        number: 'x',
        email: 'x',
        login: 'x',
        ...values,
      })
    await app.tell('POST', '/teams')
    await app.tell('POST', '/teams')
    await create(1, { number: '1', email: 'a@example.com', login: 'ada' })
    await create(1, { number: '2', email: 'b@example.com', login: 'bob' })

    const refused = [
      await create(1, { number: '1' }),
      await create(1, { email: 'A@example.com' }),
      await create(2, { login: 'ada' }),
      await app.tell('PUT', '/teams/1/customers/2', { number: '1', email: 'x', login: 'x' }),
    ]

    assert.deepEqual(refused, [
      invalid({ number: 'The number is taken' }),
      invalid({ email: 'The email is taken' }),
      invalid({ login: 'The login is taken' }),
      invalid({ number: 'The number is taken' }),
    ])
    const hints = app.lines().flatMap(({ hint }) => hint ?? [])
    assert.deepEqual(
      hints,
      ['number', 'email', 'login', 'number'].map(
        (name) => `Ask before the write: body(…).rules({ ${name}: unique(Customer, '${name}') })`,
      ),
    )
  })

  it('is a conflict if the request has not sent what is taken', async () => {
    await using app = await start()
    await app.tell('POST', '/teams')
    await app.tell('POST', '/teams/1/customers', {})

    const again = await app.tell('POST', '/teams/1/customers', { email: 'x', login: 'x' })

    assert.deepEqual(again, [409, { message: 'Conflict' }])
  })
})
