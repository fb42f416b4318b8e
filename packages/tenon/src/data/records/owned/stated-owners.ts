import {
  ANY_OWNER,
  asStated,
  ownersText,
  statedOwners,
} from '../../database/owners/current-owners.ts'
import type { Database } from '../../database/database.ts'
import type { DatabaseValue, Rows, Statement } from '../../database/statement.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { type AnyModel, type Entity, entityOf } from '../entity.ts'
import { keyOf } from '../key.ts'

/**
 * Runs a statement of a model. With row level security, it says whose rows the statement may see: those of the given
 * owner, else of the owner that the surrounding query has stated, else of anyone.
 *
 * Only its conditions limit a statement for anyone. The compiler and `E_OWNER` make sure that it has them.
 */
export function runStated(
  database: Database,
  statement: Statement,
  parameters: readonly DatabaseValue[],
  owner?: () => string | undefined,
): MaybePromise<Rows> {
  const run = (): MaybePromise<Rows> => database.run(statement, parameters)
  if (database.rowLevelSecurity !== true) return run()
  if (statement.owners === undefined || statement.owners === 'current') return run()
  if (statement.owners === 'anyone') return asStated(ANY_OWNER, run)
  const own = owner?.()
  return asStated(own ?? statedOwners() ?? ANY_OWNER, run)
}

/** Runs writes that have no `Statement` for the owner that the surrounding query has stated, or for anyone. */
export function withStatedOwners<Result>(database: Database, work: () => Result): Result {
  return database.rowLevelSecurity === true ? asStated(statedOwners() ?? ANY_OWNER, work) : work()
}

/** The owner that a statement about one record states: the outermost owner of the record. */
export function ownersOfRecord(
  entity: Entity,
  fields: Readonly<Record<string, unknown>>,
): string | undefined {
  const owner = outermostOwner(entity, fields)
  return owner && ownersText([owner])
}

/**
 * The outermost owner of a record, or the record itself if it has no owner, as policies write it: `teams:1`.
 * `undefined` if the owner has an owner, which the record does not know.
 */
export function outermostOwner(
  { table }: Entity,
  fields: Readonly<Record<string, unknown>>,
): string | undefined {
  if (table.owner === undefined) return table.key && ownerText(table.name, keyOf(table, fields))
  const owner: unknown = table.owner.definition.owner?.()
  // Other values are rejected at boot.
  if (typeof owner !== 'function' || !('~entity' in owner)) return undefined
  const { table: outer } = entityOf(owner as unknown as AnyModel)
  return outer.owner === undefined ? ownerText(outer.name, fields[table.owner.name]) : undefined
}

/** PostgreSQL writes a UUID in lower case, whatever the case in which it was given. */
function ownerText(table: string, key: unknown): string | undefined {
  if (typeof key !== 'string' && typeof key !== 'number' && typeof key !== 'bigint')
    return undefined
  const text = String(key)
  return `${table}:${UUID.test(text) ? text.toLowerCase() : text}`
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
