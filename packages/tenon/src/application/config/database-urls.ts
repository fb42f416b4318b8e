import { SetupError } from '../../base/support/setup-error.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { isProductionName } from './settings.ts'

/** The URLs of an application's named databases, by name. */
export type DatabaseUrls = ReadonlyMap<string, string>

/** The variable with the URL of a database; `undefined` names the default one. */
export function toUrlVariable(name: string | undefined): string {
  return name === undefined ? 'DATABASE_URL' : `${name.toUpperCase()}_DATABASE_URL`
}

/**
 * Reads the URLs of named databases from the process's environment and the files in the working folder.
 *
 * Throws `E_ENVIRONMENT`, which names every missing variable.
 */
export function loadDatabaseUrls(names: readonly string[]): DatabaseUrls {
  if (names.length === 0) return new Map()
  return toDatabaseUrls(readEnvironment(process.env, process.cwd()), names)
}

/** Reads the URLs from an environment. The default in development is a file with the database's name. */
function toDatabaseUrls(environment: Environment, names: readonly string[]): DatabaseUrls {
  const missing = names.map(toUrlVariable).filter((variable) => !environment.has(variable))
  if (missing.length > 0 && isProductionName(environment.get('APP_ENV'))) {
    throw new SetupError(
      'E_ENVIRONMENT',
      `The environment is not complete: ${missing.map((variable) => `${variable} is missing`).join('; ')}. Nothing was started.`,
    )
  }
  return new Map(
    names.map((name) => [name, environment.get(toUrlVariable(name)) ?? `sqlite:./${name}.sqlite`]),
  )
}
