import type { CommandCall, CommandOption } from '../../../base/console/command.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { ApplicationOptions } from '../application-options.ts'

/** The option of commands that work on one or all databases. */
export const databaseOption: Readonly<Record<'database', CommandOption>> = {
  database: { type: 'string', summary: 'The database: default, or a named one' },
}

/** The names of an application's databases. The default one comes first and is `undefined`. */
export function namesOf({ databases = [] }: ApplicationOptions): readonly (string | undefined)[] {
  return [undefined, ...databases.map(({ name }) => name)]
}

/** Returns the name given with `--database`, or all names. Throws `E_DATABASE_UNKNOWN`. */
export function selectDatabases(
  application: ApplicationOptions,
  call: CommandCall,
): readonly (string | undefined)[] {
  return call.value('database') === undefined
    ? namesOf(application)
    : [selectDatabase(application, call)]
}

/** Returns the name given with `--database`, or the default one. Throws `E_DATABASE_UNKNOWN`. */
export function selectDatabase(
  application: ApplicationOptions,
  call: CommandCall,
): string | undefined {
  const asked = call.value('database')
  if (asked === undefined || asked === DEFAULT) return undefined
  if (namesOf(application).includes(asked)) return asked
  throw unknownDatabase(application, asked)
}

export function unknownDatabase(
  application: ApplicationOptions,
  name: string | undefined,
): SetupError {
  return new SetupError(
    'E_DATABASE_UNKNOWN',
    `The application has no database "${toLabel(name)}". It has: ${namesOf(application).map(toLabel).join(', ')}.`,
  )
}

/** The name of a database for people to read. */
function toLabel(name: string | undefined): string {
  return name ?? DEFAULT
}

/** The prefix of a named database for the names of its migrations; empty for the default database. */
export function toPrefix(name: string | undefined): string {
  return name === undefined ? '' : `${name}/`
}

const DEFAULT = 'default'
