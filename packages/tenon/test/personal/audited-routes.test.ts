import assert from 'node:assert/strict'
import { it } from 'node:test'
import { get, handler, post, query, routes } from 'tenon'
import { list } from 'tenon/answers'
import { belongsTo, c, Model, view } from 'tenon/models'
import { z } from 'zod'
import { toAuditTable, toRouteAudit } from '../../src/application/commands/routes/route-audit.ts'

class User extends Model('users', {
  id: c.id(),
  slug: c.text().unique(),
  name: c.text().personal(),
  passport: c.text().hidden().personal(),
}) {}

class Order extends Model('orders', {
  id: c.id(),
  user_id: c.integer().references('users.id'),
  street: c.text().nullable().personal(),
  total: c.integer(),
}) {
  static user = belongsTo(() => User, 'user_id')
}

const Totals = view(Order, ['id', 'total'])
const Filter = query(z.object({ page: z.string().optional() }))

const audited = (list: Parameters<typeof toRouteAudit>[0][]) =>
  list.map((route) => toRouteAudit(route, []))

it('names the personal columns of declared responses, and in brackets those of bound records', () => {
  const { routes: listed } = routes([
    get('/', () => 'none'),
    get(
      '/orders',
      handler({ filter: Filter })
        .answers(list(Order.with('user')))
        .run(() => []),
    ),
    get(
      '/totals',
      handler({})
        .answers(list(Totals))
        .run(() => []),
    ),
    get(
      '/orders/{order}',
      handler({ order: Order }).run(() => 'page'),
    ),
    post(
      '/orders/{order}',
      handler({ order: Order })
        .answers(Order)
        .run(({ order }) => order),
    ),
    get(
      '/users/{user}',
      handler({ user: User.by('slug') }).run(() => 'page'),
    ),
  ])

  const audits = audited([...listed])

  assert.deepEqual(
    audits.map(({ personal: { answered, bound } }) => [answered, bound]),
    [
      [[], []],
      [['Order.street', 'User.name'], []],
      [[], []],
      [[], ['Order.street']],
      [['Order.street'], ['Order.street']],
      [[], ['User.name']],
    ],
  )
  const [header, ...lines] = toAuditTable(audits).trim().split('\n')
  assert.match(`${header}`, /RECORDS +PERSONAL +DECLARED AT/)
  assert.deepEqual(
    lines.map((line) => line.split(/ {2,}/)[6]),
    ['none', 'Order.street, User.name', 'none', '(Order.street)', 'Order.street', '(User.name)'],
  )
})
