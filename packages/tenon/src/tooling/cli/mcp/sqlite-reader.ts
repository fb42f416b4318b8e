/**
 * Prints the first rows of a statement as JSON, `sqlite-reader.ts <file> <how many> <statement>`. A process
 * of its own, because nothing else can end a statement that runs too long.
 */
import { DatabaseSync } from 'node:sqlite'
import { toPlain } from './plain-value.ts'

const [file = '', most = '', statement = ''] = process.argv.slice(2)
try {
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const prepared = database.prepare(statement)
  // Otherwise a row with an integer that no number holds cannot be read.
  prepared.setReadBigInts(true)
  const rows = prepared.iterate().take(Number(most)).toArray()
  process.stdout.write(JSON.stringify(rows, toPlain))
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
