// Reads a million records in a process whose heap could not hold a quarter of them.
import { c, Model } from 'tenon/models'
import { createDatabase, withDatabase } from 'tenon/database'

class Reading extends Model('readings', { id: c.id(), name: c.text(), value: c.integer() }) {}

const [, , url = ''] = process.argv
await using database = createDatabase(url)
await withDatabase(database, async () => {
  let count = 0
  let sum = 0
  for await (const reading of Reading.query()) {
    count++
    sum += reading.value
  }
  process.stdout.write(JSON.stringify({ count, sum }))
})
