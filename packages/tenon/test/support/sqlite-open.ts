import { createDatabase } from '../../src/data/drivers/create-database.ts'

// A process that opens a database, writes into it and closes it.
await using database = createDatabase(process.argv[2] ?? '')
await database.script('create table if not exists hits (id integer)')
await database.run({ sql: 'insert into hits values (1)', access: 'write' }, [])
console.log('opened')
