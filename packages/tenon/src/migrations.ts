export { migration, type Migration, type MigrationOptions } from './migrations/migration.ts'
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
  type IndexOptions,
  renameColumn,
  renameTable,
  sql,
  type TableOptions,
} from './migrations/operations.ts'
export type { Operation, SqlByDialect } from './migrations/operation.ts'

export { c, softDeletes, timestamps } from './columns/columns.ts'

export {
  createMigrator,
  type Migrator,
  type MigrationStatus,
  type RollbackOptions,
} from './migrations/migrator.ts'
export type { MigrationSource, NamedMigration } from './migrations/migration-source.ts'
export { type CompletedMigration, MigrationFailed } from './migrations/migration-failed.ts'
export type { PretendedMigration } from './migrations/pretend.ts'

export {
  findDrift,
  type MadeMigration,
  makeMigration,
  type MakeMigrationOptions,
  type SchemaSources,
} from './migrations/difference/make-migration.ts'
export type { AnswerRename, RenameQuestion } from './migrations/difference/schema-difference.ts'
export type { ModelTable } from './migrations/difference/schema.ts'
