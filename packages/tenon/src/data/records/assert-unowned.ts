import { SetupError } from '../../base/support/setup-error.ts'
import type { Entity } from './entity.ts'

/** Throws `E_OWNER` for an owned model: a query without an owner would read the records of all owners. */
export function assertUnowned({ table }: Entity): void {
  if (table.owner === undefined) return
  const owner = table.owner.definition.owner?.()
  throw new SetupError(
    'E_OWNER',
    `${table.name} belong to ${owner?.table}: start with .of(owner), or say .ofAnyone().`,
  )
}
