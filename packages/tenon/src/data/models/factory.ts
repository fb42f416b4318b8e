import type { Exactly, InsertValues, OnlyColumns, ValueOf } from '../columns/row.ts'
import { type AnyModel, entityOf, type InstanceOf } from '../records/entity.ts'
import { createRecord } from '../records/lifecycle.ts'
import { keyOf } from '../records/key.ts'
import { fieldsOf } from '../records/record.ts'
import { assertKnown, type Values } from '../records/write.ts'
import { PivotRows } from '../relations/pivot-rows.ts'
import { linkOf, reverseLink, valuesWithin } from '../relations/link-of.ts'
import { type AnyRelation, choicesOf, type Relation } from '../relations/relation.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/**
 * Values by column; a function is called only if nothing else sets the column. `undefined` sets nothing, so that a
 * function can pass on a value that may be missing: `({ team_id }) => customers.create({ team_id })`.
 */
export type Attributes<M extends AnyModel> = {
  readonly [Name in keyof M['columns']]?:
    | Attribute<ValueOf<M['columns'], Name>, Made<M>>
    | undefined
}

/**
 * A value, or a function that makes it: `user_id: async () => (await users.create()).id`. The function receives the
 * values that are known by then: all that are not functions, and the results of the functions before it.
 */
export type Attribute<Value, Made> = Value | ((made: Made) => MaybePromise<Value>)

type Made<M extends AnyModel> = Readonly<Partial<InsertValues<M['columns']>>>

/** Returns all values that the `n`th record of a factory needs. */
export type Blueprint<M extends AnyModel> = (n: number) => BlueprintValues<M>

type BlueprintValues<M extends AnyModel> = {
  readonly [Name in keyof InsertValues<M['columns']>]: Attribute<
    InsertValues<M['columns']>[Name],
    Made<M>
  >
}

/**
 * Makes records for tests and seeds: `factory(User, (n) => ({ email: `user${n}@example.com` }))`.
 *
 * States are named changes: `{ admin: { role: 'admin' } }`, applied with `users.state('admin')`.
 */
export function factory<
  M extends AnyModel,
  const Values extends BlueprintValues<M>,
  const States extends StatesOf<M> = {},
>(
  model: M,
  blueprint: (n: number) => Values & OfColumns<Values, M>,
  states?: StatesOf<M> & States & StatesOfColumns<States, M>,
): Factory<M, keyof States & string> {
  return new Factory(model, { blueprint, states: { ...states }, counter: { count: 0 } })
}

/** Makes records of one model; every method that refines it returns a new factory. */
export class Factory<M extends AnyModel, State extends string = never> {
  readonly #model: M
  readonly #source: Source<M>
  readonly #changes: readonly Values[]
  readonly #children: readonly Children[]

  constructor(
    model: M,
    source: Source<M>,
    changes: readonly Values[] = [],
    children: readonly Children[] = [],
  ) {
    this.#model = model
    this.#source = source
    this.#changes = changes
    this.#children = children
  }

  /** Applies named states; later ones win. Throws `E_FACTORY_STATE` for an unknown name. */
  state(...names: readonly State[]): Factory<M, State> {
    return this.#changed(...names.map((name) => this.#stateOf(name)))
  }

  /** Sets values that override those of the blueprint. */
  with<Given extends Attributes<M>>(values: Exactly<Given, Attributes<M>>): Factory<M, State> {
    return this.#changed(values)
  }

  /** Makes the records belong to an existing one: `posts.for(Post.user, ada)`. */
  for<Target extends AnyModel>(
    relation: Relation<'belongsTo' | 'belongsToAny', Target>,
    owner: InstanceOf<Target>,
  ): Factory<M, State> {
    const chosen = choicesOf(relation).find(
      (each) => each.target().prototype === Object.getPrototypeOf(owner),
    )
    const { table } = entityOf(this.#model)
    const link = linkOf(entityOf(this.#model), chosen ?? relation)
    return this.#changed(valuesWithin(reverseLink(link, table), owner))
  }

  /** Also creates related records for each one: `users.has(User.posts, posts, 3)`. */
  has<Target extends AnyModel>(
    relation: Relation<'hasMany' | 'hasOne' | 'manyToMany', Target>,
    children: Factory<Target, string>,
    count = 1,
  ): Factory<M, State> {
    const added = [...this.#children, { relation, factory: children, count }]
    return new Factory(this.#model, this.#source, this.#changes, added)
  }

  /** Returns the values of a record without creating it. */
  make<Given extends Attributes<M> = {}>(
    values?: Exactly<Given, Attributes<M>>,
  ): Promise<InsertValues<M['columns']>> {
    return this.#make({ ...values })
  }

  async #make(values: Values): Promise<InsertValues<M['columns']>> {
    const number = ++this.#source.counter.count
    const changes = [...this.#changes, values].map(withoutUndefined)
    const layers: readonly Values[] = [this.#source.blueprint(number), ...changes]
    const merged: Values = Object.assign({}, ...layers)
    assertKnown(entityOf(this.#model).table, merged)
    const attributes = Object.entries(merged)
    const made = Object.fromEntries(attributes.filter(([, value]) => typeof value !== 'function'))
    for (const [name, value] of attributes) {
      if (typeof value === 'function') made[name] = await value({ ...made })
    }
    // The blueprint sets everything that is required; the layers above it only change that.
    return made as InsertValues<M['columns']>
  }

  /** Creates a record and the related records of `has`. */
  create<Given extends Attributes<M> = {}>(
    values?: Exactly<Given, Attributes<M>>,
  ): Promise<InstanceOf<M>> {
    return this.#create({ ...values })
  }

  async #create(values: Values): Promise<InstanceOf<M>> {
    const entity = entityOf(this.#model)
    const record = await createRecord(entity, await this.#make(values))
    for (const { relation, factory, count } of this.#children) {
      await factory.#createWithin(this.#model, record, relation, count)
    }
    return record
  }

  /** Creates several records, one after the other. */
  async createMany<Given extends Attributes<M> = {}>(
    count: number,
    values?: Exactly<Given, Attributes<M>>,
  ): Promise<InstanceOf<M>[]> {
    const records: InstanceOf<M>[] = []
    for (let i = 0; i < count; i++) records.push(await this.#create({ ...values }))
    return records
  }

  async #createWithin(
    owner: AnyModel,
    record: object,
    relation: AnyRelation,
    count: number,
  ): Promise<void> {
    const entity = entityOf(owner)
    const link = linkOf(entity, relation)
    if (link.through === undefined) {
      const belonging = this.#changed(valuesWithin(link, record))
      await belonging.createMany(count)
      return
    }
    const created = await this.createMany(count)
    const { table } = entityOf(relation.target())
    const keys = created.map((each) => keyOf(table, fieldsOf(each)))
    await new PivotRows(entity, relation, record).attach(keys, {})
  }

  #changed(...changes: readonly Values[]): Factory<M, State> {
    return new Factory(this.#model, this.#source, [...this.#changes, ...changes], this.#children)
  }

  #stateOf(name: State): Values {
    const state = this.#source.states[name]
    if (state !== undefined) return state
    const known = Object.keys(this.#source.states).join(', ') || 'none'
    throw new SetupError(
      'E_FACTORY_STATE',
      `The factory of "${this.#model.table}" has no state "${name}". It has: ${known}.`,
    )
  }
}

function withoutUndefined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Named changes to a blueprint. */
export type StatesOf<M extends AnyModel> = Readonly<Record<string, Attributes<M>>>

/** Rejects names that are not columns. It lists the columns, so that editors that rename one find it here. */
type OfColumns<Given, M extends AnyModel> = {
  readonly [Name in keyof M['columns']]?: unknown
} & OnlyColumns<Given, M['columns']>

/** The same for each state. */
type StatesOfColumns<States, M extends AnyModel> = {
  readonly [State in keyof States]: OfColumns<States[State], M>
}

interface Source<M extends AnyModel> {
  readonly blueprint: Blueprint<M>
  readonly states: Readonly<Record<string, Values>>
  /** Shared by all factories derived from the same one, so that numbers never repeat. */
  readonly counter: { count: number }
}

interface Children {
  readonly relation: AnyRelation
  readonly factory: Factory<AnyModel, string>
  readonly count: number
}
