import { rulesOf } from '../../../data/columns/column-type.ts'
import type { KeyName, NameWith, UniqueName, ValueOf } from '../../../data/columns/row.ts'
import type { Query } from '../../../data/models/query.ts'
import type { ColumnName } from '../../../data/models/where.ts'
import { type AnyModel, entityOf } from '../../../data/records/entity.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import type { HttpRequest } from '../../http/request.ts'

/** A rule about a field that is checked in the database: the result of `exists` and `unique`. */
export interface Rule<Value> {
  readonly kind: 'exists' | 'unique'
  readonly model: AnyModel
  readonly column: string
  readonly where: ((query: Query<AnyModel>, request: HttpRequest) => Query<AnyModel>) | undefined
  readonly of: RuleOwner | undefined
  readonly message: RuleMessage | undefined
  /** Carries the type of the field's values; the property does not exist at run time. */
  readonly '~takes'?: (value: Value) => void
}

/** Whose records a rule checks: a function that returns the owner, or `anyone`. */
export type RuleOwner = ((request: HttpRequest) => MaybePromise<object>) | 'anyone'

/** The message for the client if a rule does not hold. */
export type RuleMessage = string | (() => string)

/** Options of `unique`. */
export interface RuleOptions {
  /**
   * Whose records count, if the model has an owner. Default: the owner that the handler or middleware binds,
   * or that of a bound record.
   */
  readonly of?: RuleOwner
  /**
   * A text, or a function that returns it, such as a `message()` of several languages. Default:
   * `The label ids was not found`, `The slug is taken`.
   */
  readonly message?: RuleMessage
}

/** Options of `exists`. */
export interface ExistsOptions<M extends AnyModel, Name extends string> extends RuleOptions {
  /** The column that holds the value. Default: the key. */
  readonly column?: Name
  /** Narrows the records that count, for a request: `(labels) => labels.where('archived', false)`. */
  readonly where?: (query: Query<M>, request: HttpRequest) => Query<M>
}

/** The columns whose values can be compared. */
type ComparableName<M extends AnyModel> = Exclude<
  ColumnName<M['columns']>,
  NameWith<M['columns'], 'json' | 'array' | 'bytes'>
>

/**
 * Requires that a record with the field's value exists: `body(…).rules({ label_ids: exists(Label) })`.
 *
 * Soft-deleted records, records that the default scope hides and records of another owner do not count.
 * One statement checks all items of a list. Throws `E_RULE`, `E_COLUMN_UNKNOWN`.
 */
export function exists<
  M extends AnyModel,
  const Name extends ComparableName<M> = KeyName<M['columns']> & ComparableName<M>,
>(model: M, options: ExistsOptions<M, Name> = {}): Rule<NonNullable<ValueOf<M['columns'], Name>>> {
  const { table } = entityIn(model, 'exists')
  const { column, where, of, message } = options
  const key = column ?? table.singleKey('exists() cannot look for its records. Name a column.').name
  assertComparable(model, key)
  return {
    kind: 'exists',
    model,
    column: key,
    // Sound: it is called with a query on this very model.
    where: where as Rule<unknown>['where'],
    of,
    message,
  }
}

/**
 * Requires that no other record has the field's value: `body(…).rules({ slug: unique(Ticket, 'slug') })`.
 *
 * A record of the model that the handler binds may keep its value. The column must be `unique()`. If another request
 * writes the same value first, the database rejects the write of the handler, and the client gets the same message
 * on the field. Throws `E_RULE`, `E_COLUMN_NOT_UNIQUE`.
 */
export function unique<M extends AnyModel, const Name extends UniqueName<M['columns']>>(
  model: M,
  column: Name,
  { of, message }: RuleOptions = {},
): Rule<NonNullable<ValueOf<M['columns'], Name>>> {
  entityIn(model, 'unique').table.uniqueInOwner(column)
  return { kind: 'unique', model, column, where: undefined, of, message }
}

function entityIn(model: AnyModel, kind: Rule<never>['kind']) {
  const given: unknown = model
  if (typeof given === 'function' && '~entity' in given) return entityOf(model)
  throw new SetupError(
    'E_RULE',
    `${kind}() takes a model. If it is undefined, check for a circular import.`,
  )
}

function assertComparable(model: AnyModel, name: string): void {
  const { incomparable } = rulesOf(entityOf(model).table.column(name).definition)
  if (incomparable === undefined) return
  throw new SetupError(
    'E_RULE',
    `exists() cannot look for ${incomparable} in "${name}" of "${model.table}". Choose another column.`,
  )
}
