export { createDatabase } from './data/drivers/create-database.ts'
export {
  afterCommit,
  afterRollback,
  currentDatabase,
  transaction,
  withDatabase,
} from './data/database/current-database.ts'
export { NamedDatabase, namedDatabase } from './data/database/named/named-database.ts'
export { primary } from './data/drivers/replicas/read-scope.ts'
export type {
  AwayReplica,
  Database,
  DatabaseOptions,
  IdleTransaction,
  PoolUsage,
  SlowStatement,
  TransactionOptions,
} from './data/database/database.ts'
export type { DatabaseValue, Dialect } from './data/database/statement.ts'
export { type Sql, sql, type SqlValue } from './data/database/sql.ts'
export {
  CheckViolation,
  type ConstraintPlace,
  DatabaseUnavailable,
  ForeignKeyViolation,
  InvalidValue,
  NotNullViolation,
  NumberOverflow,
  SerializationFailure,
  StatementError,
  type UnavailableReason,
  UniqueViolation,
} from './data/database/database-error.ts'

export {
  kyselyFor,
  type KyselyTable,
  type ModelsByName,
  type Tables,
} from './data/models/kysely-models.ts'
