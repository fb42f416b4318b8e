// Writes in another process, and ends well or badly.
import { withDatabase } from '../../src/data/database/current-database.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { ChangeFeed } from '../../src/stores/changes/change-feed.ts'
import { Comment } from './models.ts'

const [, , url = '', ticket = '', end = ''] = process.argv
const database = createDatabase(url)
const feed = new ChangeFeed([database], { checkMs: 100 })
// A process that dies at once has nobody who waits for its next sign.
if (end === 'kill') feed.open()
await withDatabase(database, async () => {
  if (end === 'kill') {
    await Comment.create({ ticket_id: 0 + Number(ticket), body: 'first' })
    process.stdout.write('ready')
    process.stdin.once('data', () => {
      void withDatabase(database, async () => {
        await Comment.create({ ticket_id: Number(ticket), body: 'last' })
        process.kill(process.pid, 'SIGKILL')
      })
    })
    return
  }
  await Comment.create({ ticket_id: Number(ticket) })
  await feed.close()
  await database.close()
})
