/** Asks policies outside of routes: in handlers, pages and mails. */
import type { AnyModel, InstanceOf } from '../../data/records/entity.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { Ability, type RecordOf } from './ability.ts'

/** The arguments for an ability: the record, if it judges one. */
export type Judged<M extends AnyModel | undefined> = M extends AnyModel
  ? readonly [record: InstanceOf<M>]
  : readonly []

/**
 * Tells whether the user of a request may do something: `await allows(request, TodoPolicy.update,
 * todo)`. `false` if nobody is logged in.
 */
export async function allows<Values extends object, M extends AnyModel | undefined>(
  request: HttpRequest,
  ability: Ability<Values, M>,
  ...[record]: Judged<M>
): Promise<boolean> {
  // Sound: `Judged` requires the record of an ability that judges one.
  return ability.allows(request, record as RecordOf<M>)
}

/**
 * Throws `Forbidden` unless the user of a request may do something. Throws `NotFound` if the ability is hidden, and
 * `Unauthorized` if nobody is logged in. Use it for records that the route does not bind.
 */
export async function authorize<Values extends object, M extends AnyModel | undefined>(
  request: HttpRequest,
  ability: Ability<Values, M>,
  ...[record]: Judged<M>
): Promise<void> {
  // Sound: `Judged` requires the record of an ability that judges one.
  await ability.check(request, record as RecordOf<M>)
}

/**
 * Asks every ability of a policy about a record, for pages: `page('Todos/Show', { todo, can: await
 * abilities(request, todo, TodoPolicy) })` gets `can.update` and so on.
 */
export async function abilities<P extends object>(
  request: HttpRequest,
  record: JudgedRecord<P>,
  policy: P,
): Promise<Abilities<P>> {
  const asked = Object.entries(policy).flatMap(([name, member]: [string, unknown]) =>
    member instanceof Ability ? [ask(name, member, record, request)] : [],
  )
  // Sound: `AbilityName` keeps the members of a policy that are abilities.
  return Object.fromEntries(await Promise.all(asked)) as Abilities<P>
}

/** Whether a user may do each thing that a policy describes. */
export type Abilities<P> = { readonly [Name in AbilityName<P>]: boolean }

type AbilityName<P> = {
  [Name in keyof P]: P[Name] extends AnyAbility ? Name : never
}[keyof P]

/** The record that the abilities of a policy judge; `undefined` if they judge only the user. */
// oxfmt-ignore
export type JudgedRecord<P> =
  Extract<ModelsIn<P[keyof P]>, AnyModel> extends infer M extends AnyModel
    ? [M] extends [never] ? undefined : InstanceOf<M>
    : never

type ModelsIn<Member> = Member extends AnyAbility ? Member['model'] : never

type AnyAbility = Pick<Ability<object, AnyModel | undefined>, 'title' | 'model'>

async function ask(
  name: string,
  ability: Ability<object, AnyModel | undefined>,
  record: unknown,
  request: HttpRequest,
): Promise<readonly [name: string, isAllowed: boolean]> {
  // Sound: an ability without a model ignores the record.
  return [name, await ability.allows(request, record as RecordOf<AnyModel>)]
}
