import { setImmediate as nextTurn } from 'node:timers/promises'
import { createDatabase } from '../../src/data/drivers/create-database.ts'

// A process that writes until it is killed, and prints each number once it is acknowledged.
const database = createDatabase(process.argv[2] ?? '')
await database.script('create table if not exists hits (id integer)')
const insert = { sql: 'insert into hits values (?)', access: 'write' } as const

async function write(id: number): Promise<void> {
  if (id % 3 === 0) await database.transaction(async () => database.run(insert, [id]))
  else await database.run(insert, [id])
  console.log(id)
}

for (let id = Number(process.argv[3]); ; id += 4) {
  await Promise.all([write(id), write(id + 1), write(id + 2), write(id + 3)])
  await nextTurn()
}
