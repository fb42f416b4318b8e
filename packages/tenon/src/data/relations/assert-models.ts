import { type AnyModel, entityOf } from '../records/entity.ts'
import { SetupError } from '../support/setup-error.ts'
import { type AnyRelation, assertRelationName, linkOf, relationsOf } from './relation.ts'

/**
 * Checks all models of an application against each other.
 *
 * Throws `E_MODEL_TABLE_TAKEN` for two models of one table, `E_RELATION_TARGET` for a relation to a
 * model that is not among them, `E_RELATION_NAME`, and what `linkOf` throws for the columns of a relation.
 */
export function assertModels(models: readonly AnyModel[]): void {
  const tables = new Set<string>()
  for (const { table } of models) {
    if (tables.has(table)) throw tableTaken(table)
    tables.add(table)
  }
  for (const model of models) assertRelations(model, tables)
}

function assertRelations(model: AnyModel, tables: ReadonlySet<string>): void {
  for (const [name, relation] of relationsOf(model)) {
    const { table } = relation.target()
    if (!tables.has(table)) throw unknownTarget(model.table, name, table)
    assertRelationName(model, name)
    assertLink(model, name, relation)
  }
}

/** The columns' own mistakes do not know which relation they belong to. */
function assertLink(model: AnyModel, name: string, relation: AnyRelation): void {
  try {
    linkOf(entityOf(model), relation)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    const message = `The relation "${name}" of "${model.table}" does not hold. ${error.message}`
    throw new SetupError(error.code, message, { cause: error })
  }
}

function tableTaken(table: string): SetupError {
  return new SetupError(
    'E_MODEL_TABLE_TAKEN',
    `Two models are of the table "${table}". Name one of them in application({ models }).`,
  )
}

function unknownTarget(owner: string, relation: string, table: string): SetupError {
  return new SetupError(
    'E_RELATION_TARGET',
    `The relation "${relation}" of "${owner}" leads to "${table}", whose model the application does not name. Add it to application({ models }).`,
  )
}
