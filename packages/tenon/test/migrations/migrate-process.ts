import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { createMigrator } from '../../src/migrations.ts'

/** `migrate` in a separate process: the URL of the database, and the folder of the migrations. */
const [url = '', folder = ''] = process.argv.slice(2)
await using database = createDatabase(url)
const applied = await createMigrator(database, folder).migrate()
console.log(`applied ${applied.length}`)
