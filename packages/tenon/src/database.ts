export { c, type Json, softDeletes, timestamps } from './columns/columns.ts'
export type {
  Cast,
  Column,
  ColumnDefinition,
  ColumnType,
  Columns,
  Reference,
  ReferenceOptions,
  ReferentialAction,
} from './columns/column.ts'

export { Model, type ModelClass, type ModelMut } from './models/model.ts'
export type { KeyOf, UniqueLookup, UpsertOptions } from './models/model-base.ts'
export type { ModelEvents } from './models/events.ts'
export type { AnyModel, RecordOf } from './records/entity.ts'
export type { Changes } from './records/record.ts'
export type { InsertValues, KeyValue, RowValues, UpdateValues } from './columns/row.ts'

export { Query } from './models/query.ts'
export { type Attributes, type Blueprint, Factory, factory } from './models/factory.ts'
export {
  kyselyFor,
  type KyselyTable,
  type ModelsByName,
  type Tables,
} from './models/kysely-models.ts'
export { seed, type Seeder } from './models/seeder.ts'
export type { CursorPage, CursorPageOptions, Page, PageOptions } from './models/page.ts'
export { escapeLike } from './queries/parameter.ts'

export { belongsTo, hasMany, hasOne, manyToMany } from './relations/relation.ts'
export type { Relation, Through } from './relations/relation.ts'
export type { Loaded, LoadedValue } from './relations/relation-types.ts'

export { createDatabase } from './database/create-database.ts'
export {
  afterCommit,
  currentDatabase,
  transaction,
  withDatabase,
} from './database/current-database.ts'
export type {
  Database,
  DatabaseOptions,
  IdleTransaction,
  PoolUsage,
  SlowStatement,
  TransactionOptions,
} from './database/database.ts'
export type { DatabaseValue, Dialect } from './database/statement.ts'
export { type Sql, sql, type SqlValue } from './database/sql.ts'
export {
  CheckViolation,
  type ConstraintPlace,
  DatabaseUnavailable,
  ForeignKeyViolation,
  NotNullViolation,
  NumberOverflow,
  SerializationFailure,
  StatementError,
  type UnavailableReason,
  UniqueViolation,
} from './database/database-error.ts'
