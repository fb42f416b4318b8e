// A typical application in which each route uses the database in a different way.
import { setTimeout as delay } from 'node:timers/promises'
import { c, Model } from '../../../src/models.ts'
import { transaction } from '../../../src/database.ts'
import { application, get, handler, json, post, routes } from '../../../src/index.ts'

class Note extends Model('notes', { id: c.id(), title: c.text() }) {}

const largeTitle = 'x'.repeat(20_000)

export const app = application({
  root: import.meta.dirname,
  routes: routes([
    get('/notes', async () => json(await Note.where('id', '<=', 10).all())),
    get(
      '/notes/{note}',
      handler({ note: Note }).run(({ note }) => json(note)),
    ),
    post('/notes', async () => json(await Note.create({ title: 'a' })).status(201)),
    post('/notes/large', async () => json(await Note.create({ title: largeTitle })).status(201)),
    post('/notes/held', async () => {
      await transaction(async () => {
        await Note.create({ title: 'd' })
        await delay(1500) // time: longer than the limit of an idle transaction
      })
      return json(null).status(201)
    }),
    post('/notes/pair', async () => {
      await transaction(async () => {
        await Note.create({ title: 'b' })
        await Note.create({ title: 'c' })
      })
      return json(null).status(201)
    }),
  ]),
})
await app.run(process.argv.slice(2))
