// An application whose route dispatches jobs, with one that fails.
import { appendFileSync } from 'node:fs'
import { z } from 'zod'
import { transaction } from '../../../src/database.ts'
import { application, get, post, routes } from '../../../src/index.ts'
import { job } from '../../../src/jobs.ts'
import { task } from '../../../src/schedule.ts'

const note = z.object({ text: z.string() })

/** Writes a line to a file, which the tests read. */
const write = (line: string): void => appendFileSync(process.env['OUTPUT_FILE'] ?? '', `${line}\n`)

const writeNote = job('write-note', note).run(({ text }) => write(text))
const failNote = job('fail-note', note)
  .attempts(1)
  .queue('paper')
  .run(() => {
    throw new Error('The paper is torn')
  })

export const app = application({
  root: import.meta.dirname,
  jobs: [writeNote, failNote],
  tasks: [
    task('tick')
      .every('1s')
      .run(() => write('tick')),
  ],
  routes: routes([
    get('/', () => 'pong'),
    post('/notes/{text}', async (request) => {
      await writeNote.dispatch({ text: request.param('text') ?? '' })
      return 'later'
    }),
    post('/torn', async () => {
      await failNote.dispatch({ text: 'torn' })
      return 'later'
    }),
    post('/elsewhere/{text}', async (request) => {
      await writeNote.queue('elsewhere').dispatch({ text: request.param('text') ?? '' })
      return 'later'
    }),
    post('/killed/{text}', async (request) => {
      await transaction(async () => {
        await writeNote.dispatch({ text: request.param('text') ?? '' })
      })
      process.kill(process.pid, 'SIGKILL')
      return 'never'
    }),
  ]),
})
await app.run(process.argv.slice(2))
