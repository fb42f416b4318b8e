import type { Table } from '../../../data/columns/table.ts'
import { entityOf, type AnyModel } from '../../../data/records/entity.ts'
import { UniqueLookup } from '../../../data/records/unique-lookup.ts'
import type { Bindings } from '../../../web/binding/binding.ts'
import { BoundHandler } from '../../../web/binding/handler.ts'
import type { ListedRoute } from '../../../web/routing/route-list.ts'

/** The model of the record that a route deletes, and the column of its key in the path. */
export interface DeletedRecord {
  readonly model: AnyModel
  readonly column: string
  /** The place of the key among the segments of the path. */
  readonly index: number
}

/** Finds the record that the end of a path identifies; `undefined` if it is none of Tenon's models. */
export function findDeleted({ handler, pattern }: ListedRoute): DeletedRecord | undefined {
  if (!(handler instanceof BoundHandler)) return undefined
  // Sound: a handler with any other binding does not boot.
  const bindings = handler.bindings as Bindings
  const index = pattern.segments.findLastIndex(({ kind }) => kind === 'parameter')
  const segment = pattern.segments[index]
  if (segment?.kind !== 'parameter') return undefined
  const bound: object | undefined = bindings[segment.name]
  if (bound === undefined) return undefined
  const model = bound instanceof UniqueLookup ? bound.model : bound
  if (!isOurs(model)) return undefined
  const unique = bound instanceof UniqueLookup ? bound.column : undefined
  const column = segment.column ?? unique ?? entityOf(model).table.key?.name
  return column === undefined ? undefined : { model, column, index }
}

function isOurs(model: object): model is AnyModel {
  return '~entity' in model
}

/** How many tables a record belongs to, one through the other: a comment of a post of a user to 2. */
export function depthOf({ '~entity': { table, listedWith = [] } }: AnyModel): number {
  const tables = new Map(listedWith.map((entity) => [entity.table.name, entity.table]))
  return depthIn(tables, table, [])
}

function depthIn(
  tables: ReadonlyMap<string, Table>,
  { name, columns }: Table,
  below: readonly string[],
): number {
  const owners = columns.flatMap(({ definition: { references } }) => {
    const owner = references && tables.get(references.table)
    return owner === undefined || [name, ...below].includes(owner.name) ? [] : [owner]
  })
  return Math.max(0, ...owners.map((owner) => 1 + depthIn(tables, owner, [name, ...below])))
}
