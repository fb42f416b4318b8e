import { type AnyModel, entityOf } from '../records/entity.ts'
import { AS_OWNER, ownersOf } from './owners.ts'

/** The owner of a table's rows, for a policy of row level security. */
interface OwnerPolicy {
  readonly column: string
  readonly owner: string
  readonly through?: string
}

/** The policies of the tables of owned models, by table. */
export function policiesOf(models: Iterable<AnyModel>): ReadonlyMap<string, OwnerPolicy> {
  const policies = new Map<string, OwnerPolicy>()
  for (const model of models) {
    const entity = entityOf(model)
    const [nearest, further] = ownersOf(entity)
    if (nearest === undefined || entity.table.isView) continue
    const { table } = nearest.owner
    const through = further === undefined ? {} : { through: table.singleKey(AS_OWNER).name }
    policies.set(entity.table.name, { column: nearest.column.name, owner: table.name, ...through })
  }
  return policies
}
