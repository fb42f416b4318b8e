import { resolve } from 'node:path'
import { SetupError } from '../../../base/support/setup-error.ts'
import { matchDatabaseUrl } from '../../../data/database/database-url.ts'
import { type DatabaseUrls, toUrlVariable } from '../../config/database-urls.ts'

/**
 * Throws `E_DATABASE_SHARED` if two databases are one SQLite file: a transaction of one waits for that of the other,
 * and each takes the other's migrations for its own.
 */
export function assertApart(databaseUrl: string, named: DatabaseUrls): void {
  const variables = new Map<string, string>()
  for (const [name, url] of [[undefined, databaseUrl] as const, ...named]) {
    const file = toFile(url)
    if (file === undefined) continue
    const variable = toUrlVariable(name)
    const other = variables.get(file)
    if (other !== undefined) throw sharedFile([other, variable], file)
    variables.set(file, variable)
  }
}

/** The path of an SQLite file; `undefined` for another database. */
function toFile(url: string): string | undefined {
  return matchDatabaseUrl(url, {
    sqlite: ({ file }) => (file === ':memory:' ? undefined : resolve(file)),
    postgres: () => undefined,
  })
}

function sharedFile(variables: readonly string[], file: string): SetupError {
  return new SetupError(
    'E_DATABASE_SHARED',
    `${variables.join(' and ')} name the same file, "${file}". Give each database a file of its own.`,
  )
}
