import {
  isInRequest,
  ownersText,
  setOwnersOfRequest,
} from '../../database/owners/current-owners.ts'
import { fieldsOf, ModelRecord } from '../record.ts'
import { outermostOwner } from './stated-owners.ts'

/** Makes the records that a handler has bound, and their outermost owners, those whose rows raw SQL sees. */
export function bindOwners(values: Readonly<Record<string, unknown>>): void {
  if (!isInRequest()) return
  const owners = new Set<string>()
  for (const value of Object.values(values)) {
    const entity = ModelRecord.entityOf(value)
    const owner = entity && outermostOwner(entity, fieldsOf(value as object))
    if (owner !== undefined) owners.add(owner)
  }
  setOwnersOfRequest(ownersText([...owners]))
}
