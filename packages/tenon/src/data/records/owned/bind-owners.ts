import {
  isInRequest,
  ownersText,
  setOwnersOfRequest,
} from '../../database/owners/current-owners.ts'
import { fieldsOf, ModelRecord } from '../record.ts'
import { outermostOwner } from './stated-owners.ts'

/** Lets raw SQL of the request see the rows of the records that a handler has bound, and of their outermost owners. */
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
