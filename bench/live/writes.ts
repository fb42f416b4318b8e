/**
 * Measures what live pages cost writes while nobody watches: CPU time of creating, updating and deleting records with a
 * feed of changes that hears other processes, and without a feed. The two take turns in blocks; the median of the
 * ratios is reported.
 *
 *     node --conditions=source bench/live/writes.ts [--blocks 400] [--writes 100]
 */
import { parseArgs } from 'node:util'
import { withDatabase } from '../../packages/tenon/src/data/database/current-database.ts'
import type { Database } from '../../packages/tenon/src/data/database/database.ts'
import { createDatabase } from '../../packages/tenon/src/data/drivers/create-database.ts'
import { c, Model } from '../../packages/tenon/src/models.ts'
import { ChangeFeed } from '../../packages/tenon/src/stores/changes/change-feed.ts'

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '400' },
    writes: { type: 'string', default: '100' },
  },
})

class Note extends Model('notes', { id: c.id(), board: c.integer(), title: c.text() }) {}

const plain = await open()
const fed = await open()
await using feed = new ChangeFeed([fed])
feed.open()
await measure(plain)
await measure(fed)
const ratios: number[] = []
for (let block = 0; block < Number(values.blocks); block += 1) {
  const [first, second] = block % 2 === 0 ? [plain, fed] : [fed, plain]
  const before = await measure(first)
  const after = await measure(second)
  ratios.push(first === plain ? after / before : before / after)
}
const sorted = ratios.toSorted((a, b) => a - b)
const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(3)
console.log(
  `A write with live pages that nobody watches costs ${at(0.5)} times one without them (quartiles ${at(0.25)} and ${at(0.75)}).`,
)
await plain.close()
await fed.close()

async function open(): Promise<Database> {
  const database = createDatabase('sqlite::memory:')
  await database.script(
    'create table notes (id integer primary key, board integer not null, title text not null)',
  )
  return database
}

/** The CPU microseconds of a block of writes. */
function measure(database: Database): Promise<number> {
  return withDatabase(database, async () => {
    const before = process.cpuUsage()
    for (let n = 0; n < Number(values.writes); n += 1) {
      const note = await Note.create({ board: n % 10, title: 'a note' })
      await note.update({ title: 'another' })
      await note.delete()
    }
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
}
