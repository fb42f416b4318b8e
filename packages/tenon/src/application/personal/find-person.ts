import { parseKey } from '../../data/columns/parse-key.ts'
import { withoutReplicas } from '../../data/drivers/replicas/read-scope.ts'
import type { AnyModel, AnyRecord, Entity } from '../../data/records/entity.ts'
import { entityOf } from '../../data/records/entity.ts'
import { hasValue } from '../../data/queries/parameter.ts'
import { fetchPlan } from '../../data/relations/load-relation.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toPlan } from './rows-of-person.ts'
import { WhoseRows } from './whose-rows.ts'

/**
 * Finds a person by key, or by a unique text such as the email address, even if deleted. `null` if there is none.
 *
 * Throws `E_PERSONAL` unless there is exactly one kind of person who logs in, or `table` names a kind.
 */
export async function findPerson(
  models: readonly AnyModel[],
  text: string,
  table: string | undefined,
): Promise<AnyRecord | null> {
  const entity = kindOf(new WhoseRows(models.map(entityOf)).people, table)
  const key = entity.table.singleKey('its records are no persons.')
  const value = parseKey(key.definition.type, text)
  const unique = entity.table.columns.filter(
    ({ definition }) => definition.unique && definition.type === 'text',
  )
  const conditions = [
    ...(value === undefined ? [] : [hasValue(key, value)]),
    ...unique.map((column) => hasValue(column, text)),
  ]
  for (const condition of conditions) {
    const [record] = await withoutReplicas(async () => fetchPlan(toPlan(entity, condition)))
    if (record !== undefined) return record
  }
  return null
}

function kindOf(people: readonly Entity[], table: string | undefined): Entity {
  const accounts = people.filter(({ account }) => account !== undefined)
  const [only, second] = accounts.length > 0 ? accounts : people
  const found =
    table === undefined
      ? second === undefined && only
      : people.find((each) => each.table.name === table)
  if (found) return found
  const known = people.map((each) => `--table=${each.table.name}`).join(', ')
  throw new SetupError(
    'E_PERSONAL',
    known === ''
      ? "The application has no persons: models that accounts() was called with, or with a column that is personal({ of: 'id' })."
      : `Say which kind of person is meant: ${known}.`,
  )
}
