// An API: its accounts log in with JSON, and programs have tokens. `ROUTES` names what of it is served.
import { accounts } from '../../src/auth.ts'
import { application, group, post, routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import { unsubscribe } from '../../src/mail.ts'
import { z } from 'zod'

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique({ caseInsensitive: true }),
  password: c.text().hidden(),
}) {}

const auth = accounts(User, { login: 'email', password: 'password' })
const served = process.env['ROUTES'] ?? ''
const guard = served === 'login' ? auth.required : auth.token()

export const app = application({
  root: import.meta.dirname,
  models: { User },
  routes: routes([group('/', [post('/notes', () => 'kept')]).middleware(guard)]),
  ...(served === 'newsletter' && {
    mail: {
      from: 'shop@example.com',
      transport: { send: async () => [], verify: async () => {} },
      unsubscribe: [unsubscribe('newsletter', z.object({})).run(() => {})],
    },
  }),
})
await app.run(process.argv.slice(2))
