import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { hearStatements } from '../../../../test/support/hear-statements.ts'
import { c, softDeletes } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import { belongsTo, hasMany, hasManyThrough, manyToMany } from '../../relations/relation.ts'
import { Model } from '../model.ts'
import { view } from '../views/view.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}

class Customer extends Model('customers', { id: c.id(), name: c.text() }) {
  static readonly invoices = hasMany(() => Invoice, 'customer_id')
  static readonly lines = hasManyThrough(() => Line, {
    through: () => Invoice,
    local: 'customer_id',
    target: 'invoice_id',
  })
}

class Invoice extends Model('invoices', {
  id: c.id(),
  customer_id: c.integer(),
  number: c.text(),
  days: c.integer().nullable(),
  total: c.decimal(10, 2).nullable(),
  views: c.bigint().default(0n),
  weight: c.real().default(0),
  paid_at: c.timestamp().nullable(),
  issued_on: c.date(),
  secret: c.integer().default(1).hidden(),
  ...softDeletes(),
}) {
  static readonly customer = belongsTo(() => Customer, 'customer_id')
  static readonly lines = hasMany(() => Line, 'invoice_id')
  static readonly tags = manyToMany(() => Tag, {
    through: 'invoice_tags',
    local: 'invoice_id',
    target: 'tag_id',
  })
}

class Line extends Model('lines', {
  id: c.id(),
  invoice_id: c.integer(),
  amount: c.decimal(10, 2),
}) {}

class Tag extends Model('tags', { id: c.id(), rank: c.integer() }) {}

class InvoiceTag extends Model('invoice_tags', {
  id: c.id(),
  invoice_id: c.integer(),
  tag_id: c.integer(),
}) {}

class Project extends Model('projects', { id: c.id(), team_id: c.integer().owner(() => Team) }) {
  static readonly hours = hasMany(() => Hours, 'project_id')
}

class Hours extends Model('hours', {
  id: c.id(),
  project_id: c.integer().owner(() => Project),
  spent: c.decimal(6, 2),
}) {}

const models = [Team, Customer, Invoice, Line, Tag, InvoiceTag, Project, Hours]
const early = new Date('2026-11-01T09:00:00.123Z')
const late = new Date('2026-11-30T09:00:00.456Z')
const HUGE = 9_007_199_254_740_993n

async function seed(): Promise<void> {
  await Customer.createMany([{ name: 'Ada' }, { name: 'Bob' }, { name: 'Eve' }])
  const deleted_at = new Date()
  await Invoice.createMany([
    {
      customer_id: 1,
      number: 'a',
      days: 2,
      total: '9.50',
      views: HUGE,
      weight: 0.5,
      paid_at: late,
      issued_on: '2026-11-02',
    },
    {
      customer_id: 1,
      number: 'b',
      days: 5,
      total: '0.25',
      weight: 0.25,
      paid_at: early,
      issued_on: '2026-10-02',
    },
    { customer_id: 2, number: 'c', total: '10.00', issued_on: '2026-11-03' },
    { customer_id: 2, number: 'd', days: 90, total: '99.00', issued_on: '2026-11-04', deleted_at },
  ])
  await Line.createMany([
    { invoice_id: 1, amount: '0.10' },
    { invoice_id: 1, amount: '0.20' },
    { invoice_id: 3, amount: '7.00' },
    { invoice_id: 4, amount: '8.00' },
  ])
  await Tag.createMany([{ rank: 3 }, { rank: 8 }])
  await InvoiceTag.createMany([
    { invoice_id: 1, tag_id: 1 },
    { invoice_id: 1, tag_id: 2 },
    { invoice_id: 3, tag_id: 1 },
  ])
}

forEachDialect('a value computed from related records', (open) => {
  const withInvoices = async (body: (statements: string[]) => Promise<void>) => {
    const statements: string[] = []
    const database = await open()
    await createTables(database, ...models)
    await withDatabase(
      hearStatements(database, (statement) => statements.push(statement)),
      async () => {
        await seed()
        statements.length = 0
        await body(statements)
      },
    )
  }

  it('is what the query on them alone computes, in the same statement', () =>
    withInvoices(async (statements) => {
      const customers = await Customer.query()
        .withSum('invoices', 'days')
        .withSum('invoices', 'total')
        .withSum('invoices', 'views')
        .withSum('invoices', 'weight')
        .withAvg('invoices', 'days')
        .withAvg('invoices', 'total')
        .withMin('invoices', 'paid_at')
        .withMax('invoices', 'issued_on')
        .withMax('invoices', 'total')
        .withMax('invoices', 'views')
        .withMin('invoices', 'number')
        .orderBy('id')
        .all()

      assert.equal(statements.length, 1)
      for (const customer of customers) {
        const invoices = Invoice.where('customer_id', customer.id)
        assert.deepEqual(
          {
            invoices_days_sum: customer.invoices_days_sum,
            invoices_total_sum: customer.invoices_total_sum,
            invoices_views_sum: customer.invoices_views_sum,
            invoices_weight_sum: customer.invoices_weight_sum,
            invoices_days_avg: customer.invoices_days_avg,
            invoices_total_avg: customer.invoices_total_avg,
            invoices_paid_at_min: customer.invoices_paid_at_min,
            invoices_issued_on_max: customer.invoices_issued_on_max,
            invoices_total_max: customer.invoices_total_max,
            invoices_views_max: customer.invoices_views_max,
            invoices_number_min: customer.invoices_number_min,
          },
          {
            invoices_days_sum: await invoices.sum('days'),
            invoices_total_sum: await invoices.sum('total'),
            invoices_views_sum: await invoices.sum('views'),
            invoices_weight_sum: await invoices.sum('weight'),
            invoices_days_avg: await invoices.avg('days'),
            invoices_total_avg: await invoices.avg('total'),
            invoices_paid_at_min: await invoices.min('paid_at'),
            invoices_issued_on_max: await invoices.max('issued_on'),
            invoices_total_max: await invoices.max('total'),
            invoices_views_max: await invoices.max('views'),
            invoices_number_min: await invoices.min('number'),
          },
          customer.name,
        )
      }
      const [ada, , eve] = customers
      assert.deepEqual(
        [ada?.invoices_total_sum, ada?.invoices_total_avg, ada?.invoices_views_sum],
        ['9.75', '4.875000', HUGE],
      )
      assert.deepEqual(ada?.invoices_paid_at_min, early)
      assert.deepEqual(
        [eve?.invoices_days_sum, eve?.invoices_total_sum, eve?.invoices_views_sum],
        [0, '0.00', 0n],
      )
      assert.deepEqual([eve?.invoices_total_avg, eve?.invoices_issued_on_max], [null, null])
      assert.deepEqual(JSON.parse(JSON.stringify(ada)).invoices_paid_at_min, early.toISOString())
    }))

  it('is computed through other tables, and of the one that a record belongs to', () =>
    withInvoices(async () => {
      const customers = await Customer.query().withSum('lines', 'amount').orderBy('id').all()
      const invoices = await Invoice.query()
        .withSum('tags', 'rank')
        .withMax('tags', 'rank', (tags) => tags.where('rank', '<', 5), { as: 'low' })
        .withMax('customer', 'name')
        .orderBy('id')
        .all()

      assert.deepEqual(
        customers.map((each) => each.lines_amount_sum),
        ['0.30', '7.00', '0.00'],
      )
      assert.deepEqual(
        invoices.map((each) => [each.tags_rank_sum, each.low, each.customer_name_max]),
        [
          [11, 3, 'Ada'],
          [0, null, 'Ada'],
          [3, 3, 'Bob'],
        ],
      )
    }))

  it('is of the records that conditions keep, under the name that it is given', () =>
    withInvoices(async () => {
      const customers = await Customer.query()
        .withSum('invoices', 'total', (all) => all.where('days', '>', 2), { as: 'late' })
        .withSum('invoices', 'total', (all) => all.withDeleted(), { as: 'ever' })
        .orderBy('id')
        .all()

      assert.deepEqual(
        customers.map(({ late: some, ever }) => [some, ever]),
        [
          ['0.25', '9.75'],
          ['0.00', '109.00'],
          ['0.00', '0.00'],
        ],
      )
      const twice = () => Customer.query().withSum('invoices', 'days').withSum('invoices', 'days')
      assert.throws(twice, { code: 'E_QUERY_NAME' })
    }))

  it('orders records by number, without related ones as zero or last', () =>
    withInvoices(async () => {
      const named = async (query: { pluck(name: 'name'): Promise<string[]> }) => query.pluck('name')
      const sums = Customer.query().withSum('invoices', 'total')
      const means = Customer.query().withAvg('invoices', 'total')
      const days = Customer.query().withMax('invoices', 'days')

      const page = await sums.orderBy('invoices_total_sum', 'desc').paginate({ perPage: 2 })
      const byMean = await means.orderBy('invoices_total_avg').all()

      assert.deepEqual(
        page.data.map((each) => [each.name, each.invoices_total_sum]),
        [
          ['Bob', '10.00'],
          ['Ada', '9.75'],
        ],
      )
      assert.deepEqual(await named(sums.orderBy('invoices_total_sum')), ['Eve', 'Ada', 'Bob'])
      assert.deepEqual(
        byMean.map((each) => [each.name, each.invoices_total_avg]),
        [
          ['Ada', '4.875000'],
          ['Bob', '10.000000'],
          ['Eve', null],
        ],
      )
      assert.deepEqual(await named(means.orderBy('invoices_total_avg')), ['Ada', 'Bob', 'Eve'])
      assert.equal((await named(days.orderBy('invoices_days_max')))[0], 'Ada')
      const [team] = await Customer.with('invoices', (all) =>
        all.withAvg('lines', 'amount').orderBy('lines_amount_avg').limit(1),
      )
        .orderBy('id')
        .all()
      assert.deepEqual(
        team?.invoices.map((each) => [each.number, each.lines_amount_avg]),
        [['a', '0.150000']],
      )
    }))

  it('is shown by views, as clients receive it', () =>
    withInvoices(async () => {
      const Best = view(Customer, ['name'])
        .withSum('invoices', 'views')
        .withMin('invoices', 'paid_at')
        .withAvg('invoices', 'total')
        .withMax('lines', 'amount')
        .withExists('invoices')
      const ada = await Customer.findOrFail(1)
      const eve = await Customer.findOrFail(3)
      await eve.delete()
      const seen = [
        {
          name: 'Ada',
          invoices_views_sum: String(HUGE),
          invoices_paid_at_min: early.toISOString(),
          invoices_total_avg: '4.875000',
          lines_amount_max: '0.20',
          invoices_exists: true,
        },
        {
          name: 'Eve',
          invoices_views_sum: '0',
          invoices_paid_at_min: null,
          invoices_total_avg: null,
          lines_amount_max: null,
          invoices_exists: false,
        },
      ]

      assert.deepEqual(await Customer.where('name', 'Ada').select(Best).all(), seen.slice(0, 1))
      assert.deepEqual(await Best.fromAll([ada, eve]), seen)
    }))

  it('is shown of any number of records that were read already', () =>
    withInvoices(async () => {
      await Customer.createMany(Array.from({ length: 10_000 }, (_, i) => ({ name: `${i}` })))
      const Counted = view(Customer, ['name']).withCount('invoices')

      const shown = await Counted.fromAll(await Customer.orderBy('id').all())

      assert.equal(shown.length, 10_003)
      assert.deepEqual(shown.at(-1), { name: '9999', invoices_count: 0 })
      assert.ok((shown[0]?.invoices_count ?? 0) > 0)
    }))

  it('is of the records of an owner', () =>
    withInvoices(async () => {
      const red = await Team.create({ name: 'Red' })
      const blue = await Team.create({ name: 'Blue' })
      const project = await Project.of(red).create({})
      await Project.of(blue).create({})
      await Hours.of(project).createMany([{ spent: '1.50' }, { spent: '0.25' }])

      const projects = await Project.of(red).withSum('hours', 'spent').all()

      assert.deepEqual(
        projects.map((each) => each.hours_spent_sum),
        ['1.75'],
      )
      const invoices = Invoice.query()
      assert.throws(() => invoices.withSum('hours' as 'lines', 'amount'), {
        code: 'E_RELATION_UNKNOWN',
      })
    }))

  it('is refused for columns without one, and for hidden ones', () =>
    withInvoices(async () => {
      const query = Customer.query()
      const mistakes = [
        () => query.withSum('invoices', 'number' as 'days'),
        () => query.withAvg('invoices', 'issued_on' as 'days'),
        () => query.withSum('invoices', 'secret' as 'days'),
        () => query.withMax('invoices', 'secret' as 'days'),
      ]
      for (const mistake of mistakes) {
        assert.throws(mistake, { code: 'E_QUERY_VALUE' }, String(mistake))
      }
      assert.throws(() => query.withMin('invoices', 'size' as 'days'), { code: 'E_COLUMN_UNKNOWN' })
    }))
})
