// An application that sends a mail and stores a file, to test what the files of `deploy/` start.
import { application, get, post, routes } from '../../../src/index.ts'
import { mail } from '../../../src/mail.ts'
import { disk } from '../../../src/storage.ts'

const papers = disk('papers')

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
    post('/files', () => papers.put(Buffer.from('text'))),
  ]),
})
await app.run(process.argv.slice(2))
