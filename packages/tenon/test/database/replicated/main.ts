// An application that reads in every way, to see which server answers.
import { z } from 'zod'
import { c, Model } from 'tenon/models'
import { currentDatabase, kyselyFor, primary, sql, transaction } from 'tenon/database'
import { accounts, hash } from 'tenon/auth'
import { application, command, get, handler, post, routes, param } from 'tenon'
import { job } from 'tenon/jobs'
import { task } from 'tenon/schedule'

class Note extends Model('notes', { id: c.id(), text: c.text().unique() }) {}
class User extends Model('users', {
  id: c.id(),
  name: c.text().unique(),
  password: c.text().hidden(),
}) {}

const auth = accounts(User, { login: 'name', password: 'password' })

const kysely = kyselyFor({ Note })
const texts = () => Note.orderBy('id').pluck('text')

const listNotes = job('list-notes', z.object({})).run(async () => {
  process.stdout.write(`job ${JSON.stringify(await texts())}\n`)
})

export const app = application({
  root: import.meta.dirname,
  models: { Note, User },
  jobs: [listNotes],
  routes: routes([
    get('/', texts),
    get('/by-key', async () => [(await Note.find(1))?.text]),
    get('/primary', async () => [await primary(texts), await texts()]),
    get('/primary/written', async () => {
      await primary(() => Note.create({ text: 'inside primary()' }))
      return texts()
    }),
    get('/locked', async () => (await Note.query().lockForUpdate().all()).map(({ text }) => text)),
    get('/transaction', () => transaction(texts)),
    get('/raw', async () => {
      const [row] = await currentDatabase().query<{ n: number }>(
        sql`select count(*)::int as n from notes`,
      )
      return { n: row?.n, then: await Note.count() }
    }),
    get('/kysely', () => kysely().selectFrom('notes').select('text').execute()),
    get('/me', async (request) => [(await auth.current(request))?.name, await texts()]),
    post('/jobs', async () => {
      await listNotes.dispatch({})
      return texts()
    }),
    post('/users/{name}', async (request) => {
      const name = request.param('name') ?? ''
      const user = await User.create({ name, password: await hash.make(name) })
      await auth.login(request, user)
      return user
    }),
    post('/login/{name}', async (request) => {
      const name = request.param('name') ?? ''
      return auth.attempt(request, { login: name, password: name })
    }),
    post(
      '/{text}',
      handler({ text: param.string }).run(async ({ text }) => {
        const before = await texts()
        await Note.create({ text })
        return { before, after: await texts() }
      }),
    ),
  ]),
  commands: [
    command('notes:list', { summary: 'List notes, then add one' }).run(async ({ print }) => {
      print(JSON.stringify(await texts()))
      await Note.create({ text: 'of the command' })
      print(JSON.stringify(await texts()))
    }),
  ],
  tasks: [
    task('list-notes')
      .every('1s')
      .run(async () => {
        process.stdout.write(`task ${JSON.stringify(await texts())}\n`)
      }),
  ],
})
await app.run(process.argv.slice(2))
