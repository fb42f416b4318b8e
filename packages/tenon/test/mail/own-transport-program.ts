// An application that sends its mails through a transport of its own, which writes them to standard output.
import { join } from 'node:path'
import { application, post, routes } from '../../src/index.ts'
import { mail, type MailTransport } from '../../src/mail.ts'

const transport: MailTransport = {
  async send({ to, subject, html }) {
    console.log(`SENT ${JSON.stringify({ to: to.map(({ address }) => address), subject, html })}`)
    return []
  },
  async verify() {},
}

export const app = application({
  root: join(import.meta.dirname, '../deploy/mailer'),
  migrations: '../../faults/notes/database/migrations',
  mail: { from: 'shop@example.com', transport },
  routes: routes([
    post('/mails', async () => {
      await mail('Receipt' as never, { name: 'ada' } as never)
        .to('ada@example.com')
        .send()
      return 'later'
    }),
  ]),
})
await app.run(process.argv.slice(2))
