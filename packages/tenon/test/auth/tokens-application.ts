import { accounts, policy } from '../../src/auth.ts'
import { c, Model } from '../../src/models.ts'
import { get, group, handler, json, post, routes } from '../../src/index.ts'
import type { Browser } from './browser.ts'
import { serve, type Served } from './serve.ts'

export class User extends Model('users', {
  id: c.id(),
  email: c.text().unique({ caseInsensitive: true }),
  password: c.text().hidden(),
  blocked: c.boolean().default(false),
}) {}

export class Order extends Model('orders', { id: c.id(), user_id: c.integer() }) {}

export const auth = accounts(User, {
  login: 'email',
  password: 'password',
  isActive: (user) => !user.blocked,
  tokens: { abilities: ['orders:read', 'orders:write'], prefix: 'shop' },
})

const OrderPolicy = policy(auth, Order, { view: (user, order) => order.user_id === user.id })

const whoAmI = handler({ user: auth.user }).run(({ user }, request) =>
  json({ email: user.email, token: auth.tokens.of(request)?.name ?? null }),
)
const show = handler({ order: Order }).run(({ order }) => json({ id: order.id }))

export const api = routes([
  post(
    '/enter/{user}',
    handler({ user: User }).run(async ({ user }, request) => {
      await auth.login(request, user)
      return 'in'
    }),
  ).public(),
  get('/settings', whoAmI).middleware(auth.required).signedIn(),
  group('/api', [
    get('/me', whoAmI).middleware(auth.token()).signedIn(),
    group('/orders', [
      get('/', whoAmI).middleware(auth.token('orders:read')).signedIn(),
      get('/{order}', show).middleware(auth.token('orders:read')).can(OrderPolicy.view),
      post('/', whoAmI).middleware(auth.token('orders:read', 'orders:write')).signedIn(),
      post('/logout', async (request) => json(await auth.logins.endOthers(request)))
        .middleware(auth.token())
        .signedIn(),
    ]),
  ]),
])

/** Serves an API with the users `ada` and `bob`. */
export async function serveApi(
  databaseUrl: string,
): Promise<{ readonly served: Served; readonly ada: User; readonly bob: User } & AsyncDisposable> {
  const served = await serve({ routes: api }, { databaseUrl, tables: [User, Order] })
  const [ada, bob] = [
    await User.create({ email: 'ada@example.com', password: '' }),
    await User.create({ email: 'bob@example.com', password: '' }),
  ]
  return { served, ada, bob, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() }
}

/** A program that sends a token. */
export function programWith(served: Served, token: string): Browser {
  return served.browser({ accept: 'application/json', authorization: `Bearer ${token}` })
}
