export { migration, type Migration, type MigrationOptions } from './data/migrations/migration.ts'
export {
  addColumn,
  addForeignKey,
  alterColumn,
  type ColumnChange,
  createIndex,
  createTable,
  dropColumn,
  dropForeignKey,
  dropIndex,
  dropTable,
  execute,
  type IndexOptions,
  renameColumn,
  renameTable,
  type TableOptions,
} from './data/migrations/operations.ts'
export {
  createSearchIndex,
  dropSearchIndex,
  type SearchIndexOptions,
} from './data/migrations/search-index.ts'
export {
  createMirror,
  dropMirror,
  fillMirror,
  type MirrorValues,
} from './data/migrations/mirror.ts'
export { createOwnerPolicy, dropOwnerPolicy } from './data/migrations/difference/owner-policy.ts'
export type { IndexSql, Operation, OwnerPolicy, SqlByDialect } from './data/migrations/operation.ts'

export { c, softDeletes, timestamps } from './data/columns/columns.ts'

export {
  createMigrator,
  type Migrator,
  type MigratorOptions,
  type MigrationStatus,
  type RollbackOptions,
} from './data/migrations/migrator.ts'
export type { MigrationSource, NamedMigration } from './data/migrations/migration-source.ts'
export { type CompletedMigration, MigrationFailed } from './data/migrations/migration-failed.ts'
export type { PretendedMigration } from './data/migrations/pretend.ts'

export {
  findDrift,
  type MadeMigration,
  makeMigration,
  type MakeMigrationOptions,
  type SchemaSources,
} from './data/migrations/difference/make-migration.ts'
export type {
  AnswerRename,
  RenameQuestion,
} from './data/migrations/difference/schema-difference.ts'
export type { ModelTable } from './data/migrations/difference/schema.ts'

export { checkRolling, type JudgedOperation } from './data/introspection/rolling/check-rolling.ts'
export type {
  RollingVerdict,
  RollingVerdictKind,
} from './data/introspection/rolling/judge-operation.ts'
