import { SetupError } from '../../base/support/setup-error.ts'
import { keyOf } from '../../data/records/key.ts'
import { fieldsOf, ModelRecord } from '../../data/records/record.ts'

/**
 * The start of an owner's keys, as JSON, so that one owner's keys never start like another's. Throws `E_OWNER` unless
 * the owner is a saved record.
 */
export function toOwnerPrefix(owner: unknown): string {
  const entity = ModelRecord.entityOf(owner)
  const key = entity && keyOf(entity.table, fieldsOf(owner as object))
  if (entity === undefined || key === undefined || key === null) {
    throw new SetupError(
      'E_OWNER',
      'cache.of() got something that was never saved. Give a record, such as the team: cache.of(team).',
    )
  }
  const parts = entity.table.keys.map(({ name }) => String(fieldsOf(owner as object)[name]))
  return `${JSON.stringify([entity.table.database ?? '', entity.table.name, ...parts])}:`
}
