import type { FileDisk } from '../../columns/column.ts'
import { type AnyModel, entityOf } from '../../records/entity.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { assertOwners } from './assert-owners.ts'
import { linkOf } from '../link-of.ts'
import { orderOf } from '../plan.ts'
import { assertRelationName } from '../relation-name.ts'
import { type AnyRelation, choicesOf, relationsOf } from '../relation.ts'

/**
 * Checks all models of an application against each other.
 *
 * Throws `E_MODEL_TABLE_TAKEN` if two models have the same table, `E_DISK_NAME_TAKEN` if two disks have the same name,
 * `E_RELATION_TARGET` if a relation leads to a model that is not listed, `E_RELATION_NAME` if the name of a relation is
 * taken, `E_OWNER` if a model forgets its owner, and the errors of `linkOf` for the columns of a relation.
 */
export function assertModels(models: readonly AnyModel[]): void {
  for (const model of models) assertNames(model)
  const tables = new Set<string>()
  for (const model of models) {
    const place = placeOf(model)
    if (tables.has(place)) throw tableTaken(model.table)
    tables.add(place)
  }
  assertDisks(models)
  for (const model of models) assertRelations(model, tables)
  assertOwners(models)
}

/** Runs first, because a relation that replaces a method of its model breaks the model. */
function assertNames(model: AnyModel): void {
  for (const name of relationsOf(model).keys()) assertRelationName(model, name)
}

/** Of two disks with one name, each knows only its own columns, and would delete files of the other's rows. */
function assertDisks(models: readonly AnyModel[]): void {
  const byName = new Map<string, FileDisk>()
  for (const { definition } of models.flatMap((model) => entityOf(model).table.files)) {
    const { files: disk } = definition
    if (disk === undefined) continue
    if ((byName.get(disk.name) ?? disk) !== disk) throw diskTaken(disk.name)
    byName.set(disk.name, disk)
  }
}

function assertRelations(model: AnyModel, tables: ReadonlySet<string>): void {
  for (const [name, relation] of relationsOf(model)) {
    for (const choice of choicesOf(relation)) {
      const others = [choice.target(), choice.pivot?.().model ?? []].flat()
      const missing = others.find((other) => !tables.has(placeOf(other)))
      if (missing !== undefined) throw unknownTarget(model.table, name, missing.table)
      assertLink(model, name, choice)
      assertAccepted(model, name, choice)
    }
  }
}

/** The database and table of a model: two databases can have tables of the same name. */
function placeOf(model: AnyModel): string {
  const { name, database = '' } = entityOf(model).table
  return `${database}.${name}`
}

/** Adds the name of the relation to errors about its columns. */
function assertLink(model: AnyModel, name: string, relation: AnyRelation): void {
  try {
    linkOf(entityOf(model), relation)
    orderOf(relation)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    const message = `The relation "${name}" of "${model.table}" is invalid. ${error.message}`
    throw new SetupError(error.code, message, { cause: error })
  }
}

/** Throws if the polymorphic relation on the other side does not list this model, whose records it could not load. */
function assertAccepted(model: AnyModel, name: string, relation: AnyRelation): void {
  const { kind, type, foreignKey } = relation
  if (kind === 'belongsTo' || type === undefined) return
  const target = relation.target()
  for (const [back, other] of relationsOf(target)) {
    if (other.choices === undefined || other.foreignKey.join() !== foreignKey.join()) continue
    if (other.type !== type || other.choices().some((each) => each.target() === model)) continue
    throw new SetupError(
      'E_RELATION_TARGET',
      `The relation "${name}" of "${model.table}" leads to "${target.table}", whose relation "${back}" does not list the model of "${model.table}". Add it there.`,
    )
  }
}

function tableTaken(table: string): SetupError {
  return new SetupError(
    'E_MODEL_TABLE_TAKEN',
    `Two models use the table "${table}". List only one of them in application({ models }).`,
  )
}

function diskTaken(name: string): SetupError {
  return new SetupError(
    'E_DISK_NAME_TAKEN',
    `Two disks of models are named "${name}". Declare it once, export it, and import it wherever c.file() needs it.`,
  )
}

function unknownTarget(owner: string, relation: string, table: string): SetupError {
  return new SetupError(
    'E_RELATION_TARGET',
    `The relation "${relation}" of "${owner}" leads to "${table}", whose model the application does not list. Add it to application({ models }).`,
  )
}
