// An application that answers how it was addressed, to test the proxies in front of it.
import { c, Model } from '../../src/models.ts'
import { application, get, json, post, redirect, routes } from '../../src/index.ts'

class Note extends Model('notes', { id: c.id(), title: c.text() }) {}

export const app = application({
  root: import.meta.dirname,
  migrations: '../faults/notes/database/migrations',
  routes: routes([
    get('/origin', (request) => {
      const { ip, protocol, host, id } = request
      return json({ ip, protocol, host, id, url: request.web().url })
    }),
    get('/cookie', () => json(null).cookie('seen', '1')),
    get('/away', (request) => redirect.external(`${request.protocol}://${request.host}/origin`)),
    post('/notes', async () => json(await Note.create({ title: 'a' })).status(201)),
    get('/notes', async () => json(await Note.where('id', '<', 5).all())),
  ]),
})
await app.run(process.argv.slice(2))
