import type { TableColumn } from '../../data/columns/table.ts'
import { type AnyModel, type Entity, entityOf } from '../../data/records/entity.ts'
import { isSame } from '../../data/relations/owners.ts'
import { type AnyRelation, choicesOf, relationsOf } from '../../data/relations/relation.ts'

/** A column of a model whose values refer to a column of another model. */
export interface PersonalLink {
  readonly holder: Entity
  readonly column: TableColumn
  /** For keys of several models, the column with the table to which the key refers. */
  readonly type: TableColumn | undefined
  readonly target: Entity
  readonly key: TableColumn
}

/** The links between rows that the columns and relations of models declare, each once. */
export function personalLinksOf(listed: readonly Entity[]): readonly PersonalLink[] {
  const links = listed.flatMap((entity) => [
    ...linksOfColumns(entity, listed),
    ...[...relationsOf(entity.model).values()]
      .flatMap(choicesOf)
      .flatMap((relation) => linksOfRelation(entity, relation, listed)),
  ])
  const known = new Map(links.map((link) => [toName(link), link]))
  return [...known.values()].filter(({ holder, target }) => inOneDatabase(holder, target))
}

function toName({ holder, column, type, target, key }: PersonalLink): string {
  return [holder.table.name, column.name, type?.name, target.table.name, key.name].join()
}

/** A query cannot read two databases. */
function inOneDatabase(holder: Entity, target: Entity): boolean {
  return holder.table.database === target.table.database
}

function linksOfColumns(holder: Entity, listed: readonly Entity[]): readonly PersonalLink[] {
  return holder.table.columns.flatMap((column) => {
    const { references, owner } = column.definition
    const referred = listed.find(({ table }) => table.name === references?.table)
    const owned = owner === undefined ? undefined : find(listed, owner() as AnyModel)
    return [
      ...toLink({ holder, column: column.name, target: referred, key: references?.column }),
      ...toLink({ holder, column: column.name, target: owned }),
    ]
  })
}

function linksOfRelation(
  from: Entity,
  relation: AnyRelation,
  listed: readonly Entity[],
): readonly PersonalLink[] {
  const { kind, foreignKey, key, type, pivot, between, target } = relation
  const other = find(listed, target())
  const [column, second] = foreignKey
  if (pivot !== undefined) {
    const { model, localColumn, targetColumn } = pivot()
    const middle = model && find(listed, model)
    if (middle === undefined) return []
    return [
      ...toLink({ holder: middle, column: localColumn, target: from }),
      ...toLink({ holder: middle, column: targetColumn, target: other }),
    ]
  }
  if (between !== undefined) {
    const middle = find(listed, between.model())
    return [
      ...(middle === undefined
        ? []
        : toLink({ holder: middle, column: between.localColumn, target: from })),
      ...(other === undefined
        ? []
        : toLink({ holder: other, column: between.targetColumn, target: middle })),
    ]
  }
  // A key of several columns cannot be a person's key.
  if (column === undefined || second !== undefined || other === undefined) return []
  return kind === 'belongsTo'
    ? toLink({ holder: from, column, target: other, key, type })
    : toLink({ holder: other, column, target: from, key, type })
}

function find(listed: readonly Entity[], model: AnyModel): Entity | undefined {
  return listed.find((each) => isSame(each, entityOf(model)))
}

/** A link by its names, which may not exist. Without `key`, it refers to the target's own key. */
interface SaidLink {
  readonly holder: Entity
  readonly column: string
  readonly target: Entity | undefined
  readonly key?: string | undefined
  readonly type?: string | undefined
}

function toLink({ holder, column, target, key, type }: SaidLink): readonly PersonalLink[] {
  const name = key ?? target?.table.key?.name ?? ''
  if (target === undefined || !holder.table.has(column) || !target.table.has(name)) return []
  return [
    {
      holder,
      column: holder.table.column(column),
      type: type === undefined ? undefined : holder.table.column(type),
      target,
      key: target.table.column(name),
    },
  ]
}
