// An application whose routes start everything that outlives a request, in one transaction.
import { appendFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { transaction } from '../../../src/database.ts'
import { event, listener } from '../../../src/events.ts'
import { application, get, post, routes } from '../../../src/index.ts'
import { job } from '../../../src/jobs.ts'
import { mail } from '../../../src/mail.ts'
import { disk } from '../../../src/storage.ts'

/** Writes a line to a file, which the test reads. */
const write = (line: string): void => appendFileSync(process.env['OUTPUT_FILE'] ?? '', `${line}\n`)

const papers = disk('papers')

const readPaper = job('read-paper', z.object({ key: z.string() })).run(async ({ key }) =>
  write(`file ${await text(await papers.read(key))}`),
)
const tell = job('tell', z.object({ name: z.string() })).run(({ name }) => write(`event ${name}`))
const ordered = event<{ name: string }>('ordered')

async function order(name: string): Promise<void> {
  const key = await papers.put(Buffer.from(name))
  await readPaper.dispatch({ key })
  await ordered.emit({ name })
  await mail('Receipt' as never, { name } as never)
    .to(`${name}@example.com`)
    .send()
}

export const app = application({
  root: import.meta.dirname,
  jobs: [readPaper, tell],
  listeners: [listener('tell', ordered).dispatch(tell)],
  mail: { from: 'shop@example.com' },
  routes: routes([
    get('/', () => 'pong'),
    post('/rolled-back/{name}', async (request) => {
      await transaction(async () => {
        await order(request.param('name') ?? '')
        throw new Error('no')
      }).catch(() => {})
      return 'nothing'
    }),
    post('/killed/{name}', async (request) => {
      await transaction(() => order(request.param('name') ?? ''))
      process.kill(process.pid, 'SIGKILL')
      return 'never'
    }),
  ]),
})
await app.run(process.argv.slice(2))
