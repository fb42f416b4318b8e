// An application with a second database.
import { afterCommit, kyselyFor, transaction } from 'tenon/database'
import { c, Model } from 'tenon/models'
import { application, get, post, routes } from 'tenon'
import { analytics } from './analytics.ts'

class User extends Model('users', { id: c.id(), name: c.text() }) {}
class Visit extends Model(
  'visits',
  { id: c.id(), path: c.text().unique(), count: c.integer().default(0) },
  { database: analytics },
) {}

Visit.on('created', (visit) => {
  if (visit.path === '/refused') throw new Error('refused')
})

const kysely = kyselyFor({ Visit })

export const app = application({
  root: import.meta.dirname,
  models: { User, Visit },
  databases: [analytics],
  routes: routes([
    get('/', async () => ({ users: await User.count(), visits: await Visit.count() })),
    get('/kysely', () => kysely().selectFrom('visits').select('path').execute()),
    post('/visits', async () => {
      const visit = await Visit.create({ path: '/a' })
      await visit.update({ count: 2 })
      await Visit.createMany([{ path: '/b' }, { path: '/c' }])
      await Visit.where('path', '/c').delete()
      const found = await Visit.find(visit.id)
      return { count: found?.count, paths: await Visit.orderBy('id').pluck('path') }
    }),
    post('/refused', () => Visit.create({ path: '/refused' })),
    post('/transactions', async () => {
      const committed: string[] = []
      const failing = transaction(async () => {
        await User.create({ name: 'lost' })
        await analytics.transaction(async () => {
          await Visit.create({ path: '/kept' })
          await User.create({ name: 'lost as well' })
          await analytics.afterCommit(() => void committed.push('analytics'))
          await afterCommit(() => void committed.push('never'))
        })
        throw new Error('undone')
      })
      const outcome = await failing.catch((error: unknown) => String(error))
      return { outcome, committed }
    }),
  ]),
})
await app.run(process.argv.slice(2))
