/**
 * A policy: what users may do with the records of a model, as functions by name.
 *
 * Each function becomes an ability, a value that knows its model. The number of parameters decides, for the types as
 * well as at run time: a function with only a user judges no record.
 */
import type { Refused } from '../../base/support/refused.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { Unauthorized } from '../../base/support/http-error.ts'
import { type MaybePromise, whenReady } from '../../base/support/maybe-promise.ts'
import { sql } from '../../data/database/sql.ts'
import type { AnyModel, InstanceOf } from '../../data/records/entity.ts'
import type { Query } from '../../data/models/query.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { Ability, findUser, type PolicySubject, type UserOf } from './ability.ts'
import { type LoadContext, PolicyContext } from './context.ts'
import type { Judge, Verdict } from './verdict.ts'

/** The rules of a policy by the names of its abilities. */
export type Rules<User, M extends AnyModel, Context = unknown> = Readonly<
  Record<string, Judge<User, InstanceOf<M>, Known<Context>>>
> & {
  /** The name of the function that narrows queries. */
  readonly scope?: never
  /** The name of the function that returns what the policy has loaded. */
  readonly context?: never
}

/** What `load` returns; a sentence if there is no `load`, or if the compiler cannot infer its type in time. */
type Known<Context> = unknown extends Context
  ? Refused<'Add load to the options after the rules, and give its parameters types'>
  : Context

/** What a policy has besides its rules. */
export interface PolicyOptions<User, M extends AnyModel, Context = unknown> {
  /**
   * Loads what the rules need to know about a user and a record, such as a membership. Rules get it as their third
   * parameter. Give the parameters of this function types, so that the third parameter has its type.
   *
   * It runs once per request and record, before the first rule that takes it. It does not run if `before` decides.
   */
  readonly load?: LoadContext<User, InstanceOf<M>, Context>
  /**
   * Narrows a query to the records that `view` allows. Compare both with `assertScope()` of
   * `tenon/testing`.
   */
  readonly scope?: Narrow<User, M>
  /**
   * Decides before the rules, for example for administrators and blocked users: `true` allows everything, `false`
   * allows nothing, `undefined` asks the rule. It applies to `scope` as well.
   */
  readonly before?: (user: User, ability: string) => boolean | undefined
}

export type Narrow<User, M extends AnyModel> = (user: User, query: Query<M>) => Query<M>

/** The abilities of a policy, and `scope`. */
export type Policy<Values extends object, M extends AnyModel, R, Context = unknown> = {
  readonly [Name in keyof R]: Ability<Values, JudgedBy<R[Name], UserOf<Values>, M>>
} & Scoped<UserOf<Values>, M> &
  Contextual<M, Context>

/** A policy that loads what its rules need to know. */
export interface Contextual<M extends AnyModel, Context> {
  /**
   * Returns what the policy's `load` returned for the user of a request and a record, for pages:
   * `const role = await TicketPolicy.context(request, ticket)`. It is loaded only once per request and record.
   *
   * Throws `Unauthorized` if nobody is logged in, and `E_POLICY_CONTEXT` if the policy has no `load`.
   */
  context(request: HttpRequest, record: InstanceOf<M>): Promise<Context>
}

/** A policy that narrows queries to the records that a user may view. */
export interface Scoped<User, M extends AnyModel> {
  /**
   * Narrows a query to the records that the user may view: `Todo.query().scope(TodoPolicy.scope(user))`.
   * Throws `E_POLICY_SCOPE` if the policy has no `scope`.
   */
  scope(user: User): (query: Query<M>) => Query<M>
}

/** A rule with only a user judges no record. */
// oxfmt-ignore
type JudgedBy<Rule, User, M> =
  Rule extends (user: User) => MaybePromise<Verdict> ? undefined : M

/**
 * Describes what users may do with the records of a model:
 * `policy(auth, Todo, { update: (user, todo) => todo.author_id === user.id })`.
 *
 * Everything that no rule allows is refused. Throws `E_POLICY` if a rule is not a function, or is named `scope` or
 * `context`. Throws `E_POLICY_CONTEXT` if a rule takes a context and the options have no `load`.
 */
export function policy<
  Values extends object,
  M extends AnyModel,
  const R extends Rules<UserOf<Values>, M, Context>,
  Context = unknown,
>(
  subject: PolicySubject<Values>,
  model: M,
  rules: R,
  options: PolicyOptions<UserOf<Values>, M, Context> = {},
): Policy<Values, M, R, Context> {
  const loaded = options.load && new PolicyContext(options.load)
  // Sound: without `load`, no rule takes a context.
  const known = rules as Readonly<Record<string, Judge<UserOf<Values>, InstanceOf<M>, Context>>>
  const abilities = Object.entries(known).map(([name, rule]) => [
    name,
    toAbility({ name, rule, subject, model, options, loaded }),
  ])
  const scoped: Scoped<UserOf<Values>, M> & Contextual<M, Context> = {
    scope: (user) => (query) => narrow({ user, query, model, options }),
    async context(request, record) {
      if (loaded === undefined) throw withoutLoad('context() of the policy', model)
      const user = await findUser(subject, request)
      if (user === undefined || user === null) throw new Unauthorized('Log in first')
      return loaded.of(request, user, record)
    },
  }
  // Sound: there is one ability for each rule, of the kind that `JudgedBy` reads from its parameters.
  return Object.assign(Object.fromEntries(abilities), scoped) as Policy<Values, M, R, Context>
}

interface RuleParts<Values extends object, M extends AnyModel, Context> {
  readonly name: string
  readonly rule: Judge<UserOf<Values>, InstanceOf<M>, Context>
  readonly subject: PolicySubject<Values>
  readonly model: M
  readonly options: PolicyOptions<UserOf<Values>, M, Context>
  readonly loaded: PolicyContext<UserOf<Values>, InstanceOf<M>, Context> | undefined
}

function toAbility<Values extends object, M extends AnyModel, Context>(
  parts: RuleParts<Values, M, Context>,
): Ability<Values, M | undefined> {
  const { name, rule, subject, model, options } = parts
  if (typeof rule !== 'function' || name === 'scope' || name === 'context') {
    throw unusable(name, model)
  }
  const judge = toJudge(parts)
  return new Ability<Values, M | undefined>({
    name,
    table: model.table,
    model: rule.length < 2 ? undefined : model,
    subject,
    // Sound: a rule with a second parameter is only asked about records of its model.
    judge: (user, record, request) =>
      options.before?.(user, name) ?? judge(user, record as InstanceOf<M>, request),
    isHidden: false,
  })
}

type JudgeIn<User, Record> = (
  user: User,
  record: Record,
  request: HttpRequest | undefined,
) => MaybePromise<Verdict>

/** Makes the function that judges. It loads the context only for a rule that takes it. */
function toJudge<Values extends object, M extends AnyModel, Context>({
  name,
  rule,
  model,
  loaded,
}: RuleParts<Values, M, Context>): JudgeIn<UserOf<Values>, InstanceOf<M>> {
  if (rule.length < 3) {
    // Sound: the rule does not read its third parameter.
    return (user, record) => rule(user, record, undefined as Context)
  }
  if (loaded === undefined) throw withoutLoad(`"${name}" of the policy`, model)
  return (user, record, request) => {
    const context =
      request === undefined ? loaded.load(user, record) : loaded.of(request, user, record)
    return whenReady(context, (known) => rule(user, record, known))
  }
}

function withoutLoad(what: string, { table }: AnyModel): SetupError {
  return new SetupError(
    'E_POLICY_CONTEXT',
    `${what} of "${table}" takes what load() returns, but the policy has none. Add it to the options: policy(auth, …, { … }, { load: … }).`,
  )
}

interface NarrowParts<User, M extends AnyModel> {
  readonly user: User
  readonly query: Query<M>
  readonly model: M
  readonly options: Pick<PolicyOptions<User, M, never>, 'scope' | 'before'>
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
    `"${name}" of the policy of "${table}" is not a rule. ${name === 'scope' ? 'Pass it in the options after the rules.' : name === 'context' ? 'Give it another name.' : 'Write a function of the user and the record.'}`,
  )
}
