import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { SetupError } from '../../base/support/setup-error.ts'
import type { ApplicationOptions } from '../../application/runtime/application-options.ts'
import { toSchemaSources } from '../../application/runtime/application-schema.ts'
import { namesOf } from '../../application/runtime/databases/select-databases.ts'
import { findDrift, type SchemaSources } from '../../data/migrations/difference/make-migration.ts'
import type { Finding } from './program/program.ts'

/**
 * Finds what the models need and no migration does, from files alone. Without a snapshot the migrations were not
 * written from the models, as with the tables of another program.
 */
export async function checkMigrations(
  application: ApplicationOptions,
): Promise<readonly Finding[]> {
  if (application.models === undefined) return []
  const found = await Promise.all(
    namesOf(application).map((name) => checkDatabase(application, name)),
  )
  return found.flat()
}

async function checkDatabase(
  application: ApplicationOptions,
  name: string | undefined,
): Promise<readonly Finding[]> {
  const sources = toSchemaSources(application, name)
  if (!existsSync(sources.snapshot)) return []
  const message = await describeDrift(sources)
  if (message === undefined) return []
  return [{ kind: 'mistake', file: relative(application.root, sources.snapshot), line: 1, message }]
}

async function describeDrift(sources: SchemaSources): Promise<string | undefined> {
  try {
    const drift = await findDrift(sources)
    if (drift.length === 0) return undefined
    return `The models need what no migration does: ${drift.join(', ')}. Run: node main.ts make:migration <name>, then node main.ts migrate`
  } catch (error) {
    // Such as another primary key, for which no migration can be written.
    if (error instanceof SetupError) return error.message
    throw error
  }
}
