// An application that sends a mail, to test what the files of `deploy/` start.
import { application, get, post, routes } from '../../../src/index.ts'
import { mail } from '../../../src/mail.ts'

export const app = application({
  root: import.meta.dirname,
  migrations: '../../faults/notes/database/migrations',
  mail: { from: 'shop@example.com' },
  routes: routes([
    get('/', () => 'pong'),
    post('/mails/{name}', async (request) => {
      const name = request.param('name') ?? ''
      await mail('Receipt' as never, { name } as never)
        .to(`${name}@example.com`)
        .send()
      return 'later'
    }),
  ]),
})
await app.run(process.argv.slice(2))
