import { SetupError } from '../support/setup-error.ts'

/** Where an SQLite database is: `sqlite:./file.sqlite` or `sqlite::memory:`. */
export interface SqliteUrl {
  readonly dialect: 'sqlite'
  readonly file: string
  /** `full` waits for the disk with each write: `?durability=full`. Default `normal`. */
  readonly durability: 'normal' | 'full'
}

/** Where a PostgreSQL database is, and how to speak to it. */
export interface PostgresUrl {
  readonly dialect: 'postgres'
  readonly url: URL
}

/** Reads a database URL; throws `E_DATABASE_URL` for one that is not understood. */
export function resolveDatabaseUrl(text: string): SqliteUrl | PostgresUrl {
  if (text.startsWith('sqlite:')) return resolveSqliteUrl(text)
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) {
    return { dialect: 'postgres', url: new URL(text) }
  }
  throw urlError(
    `DATABASE_URL "${withoutPassword(text)}" is neither "sqlite:<file>" nor "postgres://…". Write for example "sqlite:./database.sqlite".`,
  )
}

/** Writes a URL so that it may stand in a log. */
export function withoutPassword(url: string): string {
  return url.replace(/(\/\/[^/@:]*):[^@]*@/, '$1@').replace(/([?&]password=)[^&]*/i, '$1…')
}

/** The error of a database URL that is not understood. */
export function urlError(message: string): SetupError {
  return new SetupError('E_DATABASE_URL', message)
}

function resolveSqliteUrl(text: string): SqliteUrl {
  const [path = '', query] = text.slice('sqlite:'.length).split('?')
  const file = path.startsWith('//') ? path.slice(2) : path
  if (file === '') throw urlError(`DATABASE_URL "${text}" names no file.`)

  const { durability = 'normal', ...unknown } = Object.fromEntries(new URLSearchParams(query))
  for (const name of Object.keys(unknown)) {
    throw urlError(`DATABASE_URL has an unknown option "${name}". SQLite knows "durability".`)
  }
  if (durability !== 'normal' && durability !== 'full') {
    throw urlError(`DATABASE_URL has durability "${durability}". Write "normal" or "full".`)
  }
  return { dialect: 'sqlite', file, durability }
}
