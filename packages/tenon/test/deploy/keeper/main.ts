// An application whose users have a file each, to test backups.
import { z } from 'zod'
import { accounts, hash } from '../../../src/auth.ts'
import { c, Model } from '../../../src/models.ts'
import { application, body, get, handler, post, routes } from '../../../src/index.ts'
import { disk } from '../../../src/storage.ts'

const letters = disk('letters', { types: ['text/plain'] })

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
  letter: c.file(letters),
}) {}

const auth = accounts(User, { login: 'email', password: 'password' })

const Form = body(z.object({ email: z.string(), password: z.string() }))
const SignUp = body(z.object({ email: z.string(), password: z.string(), letter: z.string() }))

export const app = application({
  root: import.meta.dirname,
  models: { User },
  session: { store: 'cookie' },
  routes: routes([
    post(
      '/users',
      handler({ form: SignUp }).run(async ({ form: { email, password, letter } }) => {
        const key = await letters.put(Buffer.from(letter), { type: 'text/plain' })
        await User.create({ email, password: await hash.make(password), letter: key })
        return 'welcome'
      }),
    ),
    post(
      '/login',
      handler({ form: Form }).run(async ({ form: { email, password } }, request) => {
        await auth.attempt(request, { login: email, password })
        return 'in'
      }),
    ),
    get(
      '/letter',
      handler({ user: auth.user }).run(({ user }) => letters.send(user.letter)),
    ).middleware(auth.required),
  ]),
})
await app.run(process.argv.slice(2))
