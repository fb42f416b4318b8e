import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Command } from '../../base/console/command.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import {
  matchDatabaseUrl,
  toHostList,
  type PostgresUrl,
  type SqliteUrl,
} from '../../data/database/database-url.ts'
import { databaseOption, selectDatabase } from '../runtime/databases/select-databases.ts'
import { withEnvironment } from '../config/environment.ts'
import type { CommandContext } from '../runtime/command-context.ts'

export const db: Command<CommandContext> = {
  name: 'db',
  summary: 'Open sqlite3 or psql on DATABASE_URL, or run the given SQL',
  words: '[sql]',
  options: databaseOption,
  async run(context, call) {
    const url = context.urlOf(selectDatabase(context.application, call))
    const { program, args, environment } = toShell(url, call.words.join(' '))
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: withEnvironment(environment),
    })
    // Ctrl+C belongs to the program, which uses it to cancel a statement.
    const ignore = (): void => undefined
    process.on('SIGINT', ignore)
    try {
      const [code] = await once(child, 'exit')
      return Number(code ?? 1)
    } catch (error) {
      throw isMissing(error) ? withoutProgram(program, error) : error
    } finally {
      process.off('SIGINT', ignore)
    }
  },
}

interface Shell {
  readonly program: 'sqlite3' | 'psql'
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

function toShell(databaseUrl: string, statement: string): Shell {
  return matchDatabaseUrl<Shell>(databaseUrl, {
    sqlite: (url) => toSqlite(url, statement),
    postgres: (url) => toPsql(url, statement),
  })
}

function toSqlite({ file }: SqliteUrl, statement: string): Shell {
  if (file === ':memory:') {
    throw new SetupError(
      'E_DB_MEMORY',
      'DATABASE_URL is sqlite::memory:, which only the process that opened it can read. Use a file.',
    )
  }
  const settings = ['-cmd', '.timeout 5000', '-cmd', 'pragma foreign_keys = on']
  const words = statement === '' ? [] : [statement]
  return {
    program: 'sqlite3',
    args: ['-header', '-column', ...settings, file, ...words],
    environment: {},
  }
}

/** URL options that only Tenon understands. */
const ours = ['idle', 'lifetime', 'pgbouncer', 'pool', 'prepare', 'schema'] as const

function toPsql(given: PostgresUrl, statement: string): Shell {
  const url = new URL(given.url)
  const { searchParams } = url
  const schema = searchParams.get('schema')
  for (const name of ours) searchParams.delete(name)
  if (schema !== null) {
    const options = searchParams.get('options') ?? ''
    searchParams.set('options', `${options} -c search_path=${schema}`.trim())
  }
  // The Node driver understands `no-verify`, psql does not. Both values skip checking certificates.
  if (searchParams.get('sslmode') === 'no-verify') searchParams.set('sslmode', 'require')
  // Pass the password in the environment: every user of the machine can read process arguments.
  const password = decodeURIComponent(url.password)
  const user = url.username === '' ? '' : `${url.username}@`
  const query = url.search.replaceAll('+', '%20')
  return {
    program: 'psql',
    args: [
      ...(statement === '' ? [] : ['--command', statement]),
      // Write the hosts as text: a `URL` cannot have several.
      `${url.protocol}//${user}${toHostList(given)}${url.pathname}${query}${url.hash}`,
    ],
    environment: password === '' ? {} : { PGPASSWORD: password },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function withoutProgram(program: string, cause: unknown): SetupError {
  const hint =
    program === 'psql'
      ? 'Install the package "postgresql-client" (Debian) or "libpq" (Homebrew).'
      : 'Install the package "sqlite3" (Debian) or "sqlite" (Homebrew).'
  return new SetupError('E_DB_CLIENT', `The program "${program}" is not installed. ${hint}`, {
    cause,
  })
}
