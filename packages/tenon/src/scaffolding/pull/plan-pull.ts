import type { ColumnDefinitions, CreateIndex, Operation } from '../../data/migrations/operation.ts'
import { migrationText } from '../../data/migrations/difference/migration-text.ts'
import type { Schema, TableSchema } from '../../data/migrations/difference/schema.ts'
import { searchCreation } from '../../data/migrations/difference/search-difference.ts'
import { createTables } from '../../data/migrations/difference/table-order.ts'
import { DELETED_AT } from '../../data/columns/table.ts'
import type { Remark } from '../../data/introspection/catalog-table.ts'
import type { LiveSchema } from '../../data/introspection/live-schema.ts'
import { toPortableIndex } from '../../data/introspection/portable-index.ts'
import type { Dialect } from '../../data/database/database.ts'
import { listModels } from '../generators/application-edits.ts'
import type { Plan } from '../generators/plan.ts'
import type { ExistingModels } from './existing-models.ts'
import {
  findRelations,
  type PulledRelation,
  type RelatedModels,
  withoutRelation,
} from './find-relations.ts'
import { type ModelName, nameModels } from './model-names.ts'
import { planViews } from './plan-views.ts'
import {
  deletesSoftly,
  pulledModelText,
  pulledViewText,
  relationText,
} from './pulled-model-text.ts'

/** The files for an existing database, and remarks about what they cannot express. */
export interface PulledPlan {
  readonly plan: Plan
  /** The tables as `schema.json` records them. */
  readonly schema: Schema
  readonly remarks: readonly Remark[]
}

/** The dialect of the database, where to write the migration, and the models that the application already has. */
export interface PullOptions {
  readonly dialect: Dialect
  readonly migrationPath: string
  readonly existing: ExistingModels
}

/** Plans a model for each table that can have one, and the migration that creates all of them. */
export function planPull(
  live: LiveSchema,
  { dialect, migrationPath, existing }: PullOptions,
): PulledPlan {
  const { looseKeys } = live
  const pulled = new Map([...live.schema].map(([name, table]) => [name, toPulled(table)]))
  const among = (tables: Schema): RelatedModels => ({
    schema: tables,
    models: namesOf(tables),
    existing,
    looseKeys,
  })
  const schema = withCompositeKeys(pulled, pivotsOf(findRelations(among(pulled))))
  const { views, remarks: viewRemarks } = planViews(live.views)
  const names = namesOf(schema, [...views.keys()])
  const related = among(schema)
  const relations = findRelations({ ...related, models: names })

  const files = [...schema].flatMap(([table, { columns, primaryKey, searched }]) => {
    const name = names.get(table)
    if (name === undefined) return []
    const own = relations.get(table) ?? []
    const text = pulledModelText({ name, table, columns, primaryKey, searched, relations: own })
    return [{ path: `app/models/${name.file}.ts`, text }]
  })
  const viewFiles = [...views].flatMap(([table, columns]) => {
    const name = names.get(table)
    if (name === undefined) return []
    return [{ path: `app/models/${name.file}.ts`, text: pulledViewText({ name, table, columns }) }]
  })
  const indexes = live.indexes.map((index) => toPortableIndex(index, dialect))
  const migration = { path: migrationPath, text: migrationText(toOperations(schema, indexes)) }
  const pivots = pivotsOf(relations)
  return {
    plan: {
      // If there are only views, there is nothing to migrate.
      files: [...files, ...viewFiles, ...(schema.size === 0 ? [] : [migration])],
      edits: [listModels([...names.values()])],
    },
    schema,
    remarks: [
      ...viewRemarks,
      ...live.remarks,
      ...withoutRelation(related),
      ...ofExisting(relations, existing),
      ...withoutModel(schema, pivots),
    ],
  }
}

function namesOf(schema: Schema, views: readonly string[] = []): ReadonlyMap<string, ModelName> {
  const tables = [...schema].flatMap(([name, { hasModel }]) => (hasModel ? [name] : []))
  return nameModels([...tables, ...views])
}

function pivotsOf(
  relations: ReadonlyMap<string, readonly PulledRelation[]>,
): ReadonlySet<string | undefined> {
  return new Set([...relations.values()].flat().map(({ through }) => through))
}

/** A table with a composite key gets a model, unless it is a pivot table. */
function withCompositeKeys(schema: Schema, pivots: ReadonlySet<string | undefined>): Schema {
  return new Map(
    [...schema].map(([name, table]) => {
      const isComposite = (table.primaryKey?.length ?? 0) > 1 && !pivots.has(name)
      return [name, { ...table, hasModel: table.hasModel || isComposite }]
    }),
  )
}

function toOperations(schema: Schema, indexes: readonly CreateIndex[]): Operation[] {
  const searches = [...schema].flatMap(([name, table]) =>
    (table.searches ?? []).map((search) => searchCreation(name, table, search)),
  )
  return [...createTables(schema), ...indexes, ...searches]
}

/** A model declares one search index; further ones are only in the migration. */
function toPulled({ columns, primaryKey, searches = [] }: TableSchema): TableSchema {
  const isModelled = Object.values(columns).some((definition) => definition.primaryKey)
  return {
    columns: withSoftDeletes(columns),
    primaryKey,
    hasModel: isModelled,
    searches,
    searched: isModelled ? searches[0] : undefined,
  }
}

/** Gives the column of soft deletes its type: on SQLite, it looks like any integer. */
function withSoftDeletes(columns: ColumnDefinitions): ColumnDefinitions {
  const deletedAt = columns[DELETED_AT]
  if (deletedAt === undefined || !deletesSoftly(columns)) return columns
  return { ...columns, [DELETED_AT]: { ...deletedAt, type: 'timestamp', nullable: true } }
}

/** Says which relations to add to existing models, because their files are not changed. */
function ofExisting(
  relations: ReadonlyMap<string, readonly PulledRelation[]>,
  { names }: ExistingModels,
): Remark[] {
  return [...names].flatMap(([table, { model, file }]) =>
    (relations.get(table) ?? []).map((relation) => ({
      place: `the model ${model}`,
      text: `has no relation to a new table. Add ${relationText(relation).trim().replaceAll(/\s+/g, ' ')} to app/models/${file}.ts.`,
    })),
  )
}

/** Tables that neither have a model nor are the pivot table of a relation. */
function withoutModel(schema: Schema, pivots: ReadonlySet<string | undefined>): Remark[] {
  return [...schema]
    .filter(([name, { hasModel }]) => !hasModel && !pivots.has(name))
    .map(([name, { primaryKey }]) => ({
      place: `the table ${name}`,
      text: `has no model, because ${keyProblem(primaryKey)}. Read it with sql or Kysely.`,
    }))
}

function keyProblem(primaryKey: readonly string[] | undefined): string {
  return primaryKey === undefined
    ? 'it has no primary key'
    : `its primary key ${primaryKey.join()} is not an integer, a UUID or text`
}
