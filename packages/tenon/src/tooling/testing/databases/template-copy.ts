import { randomUUID } from 'node:crypto'
import { SetupError } from '../../../base/support/setup-error.ts'
import {
  databaseNameOf,
  withDatabaseName,
  withoutPassword,
} from '../../../data/database/database-url.ts'
import { runOnServer } from '../../../data/drivers/create-database.ts'
import { quote } from '../../../data/migrations/sql/catalog.ts'

/** A copy of a PostgreSQL database, which is dropped when it is disposed. */
export interface TemplateCopy extends AsyncDisposable {
  readonly url: string
}

/**
 * Copies a PostgreSQL database on its server. Any number of processes may copy it at the same time, as long as nobody
 * is connected to it. Throws `E_TEST_TEMPLATE` if it cannot be copied.
 */
export async function copyTemplate(template: string): Promise<TemplateCopy> {
  const source = toTemplateName(template)
  const name = `tenon_test_${randomUUID().replaceAll('-', '')}`
  try {
    // Connect to another database: a connection to the template would prevent copies.
    await runOnServer(template, `create database ${quote(name)} template ${quote(source)}`)
  } catch (error) {
    throw toTemplateError(source, error)
  }
  return {
    url: withDatabaseName(template, name),
    [Symbol.asyncDispose]: () =>
      runOnServer(template, `drop database if exists ${quote(name)} with (force)`),
  }
}

function toTemplateName(template: string): string {
  const name = databaseNameOf(template)
  if (name !== '') return name
  throw templateError(
    `The template "${withoutPassword(template)}" does not name a PostgreSQL database. Write "postgres://user@host/name", or use databaseUrl for another one.`,
  )
}

function toTemplateError(source: string, error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error) || !('code' in cause)) return error
  const remedy = remedies.get(String(cause.code))
  if (remedy === undefined) return error
  return templateError(
    `The template "${source}" cannot be copied: ${cause.message}. ${remedy}`,
    error,
  )
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const remedies: ReadonlyMap<string, string> = new Map([
  ['55006', 'Close the other sessions. A template is for copies only.'],
  [
    '42501',
    'The user needs the right to create databases ("alter role … createdb"), and must own the template, or you mark it as one ("alter database … is_template true").',
  ],
  ['3D000', 'Create it, or correct the URL.'],
])

function templateError(message: string, cause?: unknown): SetupError {
  return new SetupError('E_TEST_TEMPLATE', message, { cause })
}
