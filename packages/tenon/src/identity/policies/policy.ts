/**
 * A policy: what users may do with the records of a model, as functions by name.
 *
 * Each function becomes an ability, a value that knows its model. A function of the user alone judges
 * no record; its number of parameters decides, for the types as well as at run time.
 */
import { SetupError } from '../../base/support/setup-error.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { sql } from '../../data/database/sql.ts'
import type { AnyModel, InstanceOf } from '../../data/records/entity.ts'
import type { Query } from '../../data/models/query.ts'
import { Ability, type PolicySubject, type RecordOf, type UserOf } from './ability.ts'
import type { Judge, Verdict } from './verdict.ts'

/** The rules of a policy by the names of its abilities. */
export type Rules<User, M extends AnyModel> = Readonly<
  Record<string, Judge<User, InstanceOf<M>>>
> & {
  /** The name of the function that narrows queries. */
  readonly scope?: never
}

/** What a policy has besides its rules. */
export interface PolicyOptions<User, M extends AnyModel> {
  /**
   * Narrows a query to the records that `view` allows. Compare both with `assertScope()` of
   * `tenon/testing`.
   */
  readonly scope?: Narrow<User, M>
  /**
   * Decides before the rules, for administrators and blocked users: `true` allows everything,
   * `false` nothing, `undefined` asks the rule. It applies to `scope` as well.
   */
  readonly before?: (user: User, ability: string) => boolean | undefined
}

/** Narrows a query on a model for a user. */
export type Narrow<User, M extends AnyModel> = (user: User, query: Query<M>) => Query<M>

/** The abilities of a policy, and `scope`. */
export type Policy<Values extends object, M extends AnyModel, R> = {
  readonly [Name in keyof R]: Ability<Values, JudgedBy<R[Name], UserOf<Values>, M>>
} & Scoped<UserOf<Values>, M>

/** A policy that narrows queries to the records that a user may view. */
export interface Scoped<User, M extends AnyModel> {
  /**
   * Narrows a query to the records that the user may view: `Todo.query().scope(TodoPolicy.scope(user))`.
   * Throws `E_POLICY_SCOPE` if the policy has no `scope`.
   */
  scope(user: User): (query: Query<M>) => Query<M>
}

/** A rule of the user alone judges no record. */
// oxfmt-ignore
type JudgedBy<Rule, User, M> =
  Rule extends (user: User) => MaybePromise<Verdict> ? undefined : M

/**
 * Describes what users may do with the records of a model:
 * `policy(auth, Todo, { update: (user, todo) => todo.author_id === user.id })`.
 *
 * What no rule allows is refused. Throws `E_POLICY` if a rule is not a function.
 */
export function policy<
  Values extends object,
  M extends AnyModel,
  const R extends Rules<UserOf<Values>, M>,
>(
  subject: PolicySubject<Values>,
  model: M,
  rules: R,
  options: PolicyOptions<UserOf<Values>, M> = {},
): Policy<Values, M, R> {
  const abilities = Object.entries<Judge<UserOf<Values>, InstanceOf<M>>>(rules).map(
    ([name, rule]) => [name, toAbility({ name, rule, subject, model, options })],
  )
  const scoped: Scoped<UserOf<Values>, M> = {
    scope: (user) => (query) => narrow({ user, query, model, options }),
  }
  // Sound: one ability for each rule, of the kind that `JudgedBy` reads from its parameters.
  return Object.assign(Object.fromEntries(abilities), scoped) as Policy<Values, M, R>
}

interface RuleParts<Values extends object, M extends AnyModel> {
  readonly name: string
  readonly rule: Judge<UserOf<Values>, InstanceOf<M>>
  readonly subject: PolicySubject<Values>
  readonly model: M
  readonly options: PolicyOptions<UserOf<Values>, M>
}

function toAbility<Values extends object, M extends AnyModel>(
  parts: RuleParts<Values, M>,
): Ability<Values, M | undefined> {
  const { name, rule, subject, model, options } = parts
  if (typeof rule !== 'function' || name === 'scope') throw unusable(name, model)
  return new Ability<Values, M | undefined>({
    name,
    table: model.table,
    model: rule.length < 2 ? undefined : model,
    subject,
    // Sound: a rule with a second parameter is only asked about records of its model.
    judge: (user, record) => options.before?.(user, name) ?? rule(user, record as RecordOf<M>),
    isHidden: false,
  })
}

interface NarrowParts<User, M extends AnyModel> {
  readonly user: User
  readonly query: Query<M>
  readonly model: M
  readonly options: PolicyOptions<User, M>
}

function narrow<User, M extends AnyModel>(parts: NarrowParts<User, M>): Query<M> {
  const { user, query, model, options } = parts
  if (options.scope === undefined) {
    throw new SetupError(
      'E_POLICY_SCOPE',
      `The policy of "${model.table}" has no scope. Add one: policy(auth, …, { … }, { scope: (user, query) => query.where(…) }).`,
    )
  }
  const { scope } = options
  const early = options.before?.(user, 'view')
  if (early === true) return query
  return query.restrict((all) => (early === false ? all.where(sql`1 = 0`) : scope(user, all)))
}

function unusable(name: string, { table }: AnyModel): SetupError {
  return new SetupError(
    'E_POLICY',
    `"${name}" of the policy of "${table}" is not a rule. ${name === 'scope' ? 'Pass it in the options after the rules.' : 'Write a function of the user and the record.'}`,
  )
}
