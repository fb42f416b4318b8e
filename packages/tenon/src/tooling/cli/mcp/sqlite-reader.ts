/**
 * Prints the first rows of a statement as JSON: `sqlite-reader.ts <file> <how many> <statement>`. It is a separate
 * process, because a statement that runs too long can only be ended by killing the process.
 */
import { DatabaseSync } from 'node:sqlite'
import { toPlain } from './plain-value.ts'

const [file = '', most = '', statement = ''] = process.argv.slice(2)
try {
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const prepared = database.prepare(statement)
  // Without it, a row with an integer beyond the safe range could not be read.
  prepared.setReadBigInts(true)
  const rows = prepared.iterate().take(Number(most)).toArray()
  process.stdout.write(JSON.stringify(rows, toPlain))
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
