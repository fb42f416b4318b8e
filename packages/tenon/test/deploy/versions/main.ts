// An application in two versions, `old` and `new`; VERSION says which one this is.
import { c, Model } from '../../../src/models.ts'
import { application, json, post, routes } from '../../../src/index.ts'

class Note extends Model('notes', { id: c.id(), title: c.text() }) {}

export const app = application({
  root: import.meta.dirname,
  migrations: `${process.env['VERSION'] ?? 'new'}/database/migrations`,
  routes: routes([post('/notes', async () => json(await Note.create({ title: 'a' })))]),
})
await app.run(process.argv.slice(2))
