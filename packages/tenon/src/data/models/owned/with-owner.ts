import { ANY_OWNER, asOwners, ownersText } from '../../database/owners/current-owners.ts'
import type { AnyRecord } from '../../records/entity.ts'
import { fieldsOf, ModelRecord } from '../../records/record.ts'
import { outermostOwner } from '../../records/owned/stated-owners.ts'
import { SetupError } from '../../../base/support/setup-error.ts'

/**
 * Runs `body`. On a database with row level security, its raw SQL sees the rows of this owner.
 *
 * Use it in jobs, tasks and commands. In a request, the handler's bindings state the owner, and queries of models
 * always state it themselves.
 * Throws `E_OWNER` unless the record is saved, and an outermost owner or directly owned by one.
 */
export function withOwner<Result>(owner: AnyRecord, body: () => Result): Result {
  const entity = ModelRecord.entityOf(owner)
  const text = entity && outermostOwner(entity, fieldsOf(owner))
  if (text !== undefined) return asOwners(ownersText([text]), body)
  throw new SetupError(
    'E_OWNER',
    'withOwner() needs a saved record that owns others, such as a team: an owner of owners is not known without a query.',
  )
}

/** Runs `body`. Its raw SQL sees the rows of all owners, for reports and administration. */
export function withAnyOwner<Result>(body: () => Result): Result {
  return asOwners(ANY_OWNER, body)
}
