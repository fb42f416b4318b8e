import { readEnvironment } from './environment.ts'

/** The URLs of an application's named databases, by name. */
export type DatabaseUrls = ReadonlyMap<string, string>

/** The variable with the URL of a database; `undefined` names the default one. */
export function toUrlVariable(name: string | undefined): string {
  return name === undefined ? 'DATABASE_URL' : `${name.toUpperCase()}_DATABASE_URL`
}

/**
 * Reads the URLs of named databases from the process's environment and the files in the working folder. The default in
 * development is a file with the database's name. In production the settings require each variable.
 */
export function loadDatabaseUrls(names: readonly string[]): DatabaseUrls {
  if (names.length === 0) return new Map()
  const environment = readEnvironment(process.env, process.cwd())
  return new Map(
    names.map((name) => [name, environment.get(toUrlVariable(name)) ?? `sqlite:./${name}.sqlite`]),
  )
}
