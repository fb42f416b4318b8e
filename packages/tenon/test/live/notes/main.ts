// Boards of notes that follow the database, for guests and for users.
import { accounts } from '../../../src/auth.ts'
import { application, get, handler, json, page, param, post, routes } from '../../../src/index.ts'
import { c, Model } from '../../../src/models.ts'
import { live } from '../../../src/pages.ts'

class Note extends Model('notes', { id: c.id(), board: c.integer(), title: c.text() }) {}

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
}) {}

const auth = accounts(User, { login: 'email', password: 'password' })
const board = param.integer
const titles = (board: number) => Note.where('board', board).pluck('title')

export const app = application({
  root: import.meta.dirname,
  models: { Note, User },
  live: { streamsPerAddress: 50 },
  routes: routes([
    get(
      '/boards/{board}',
      handler({ board }).run(({ board }) =>
        page('Board', { board, titles: live(() => titles(board)) }),
      ),
    ),
    get(
      '/mine/{board}',
      handler({ user: auth.user, board }).run(({ user, board }) =>
        page('Mine', { email: user.email, titles: live(() => titles(board)) }),
      ),
    ).middleware(auth.required),
    get('/silent', () => page('Silent', { time: live(() => Date.now()) })),
    post(
      '/boards/{board}/{title}',
      handler({ board }).run(async ({ board }, request) => {
        await Note.create({ board, title: request.param('title') ?? '' })
        return json(null).status(201)
      }),
    ),
    post('/login/{name}', async (request) => {
      const email = `${request.param('name')}@example.com`
      const known = await User.where('email', email).first()
      await auth.login(request, known ?? (await User.create({ email, password: '' })))
      return json(null)
    }),
    post('/logout', async (request) => {
      await auth.logout(request)
      return json(null)
    }),
  ]),
})
await app.run(process.argv.slice(2))
