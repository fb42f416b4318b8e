// Notes that pages follow, with Tenon.
import { application, get, json, page, post, routes } from 'tenon'
import { currentDatabase, sql } from 'tenon/database'
import { c, Model } from 'tenon/models'
import { live } from 'tenon/pages'

class Note extends Model('notes', { id: c.id(), title: c.text() }) {}
let isCreated = false

const app = application({
  root: import.meta.dirname,
  live: {
    streams: 20_000,
    streamsPerAddress: Number(process.env['STREAMS_PER_ADDRESS'] ?? 20_000),
  },
  routes: routes([
    get('/notes', async () => {
      if (!isCreated) {
        isCreated = true
        await currentDatabase().query(
          sql`create table if not exists notes (id integer primary key, title text not null)`,
        )
      }
      return page('Notes', {
        notes: live(() => Note.query().orderBy('id', 'desc').limit(20).all()),
      })
    }),
    get('/ping', () => 'pong'),
    get('/process', () => json(process.pid)),
    post('/notes/{title}', async (request) => {
      await Note.create({ title: request.param('title') ?? '' })
      return json(null)
    }),
    get('/memory', () => {
      globalThis.gc?.()
      return json(process.memoryUsage())
    }),
  ]),
})
await app.run(['serve'])
