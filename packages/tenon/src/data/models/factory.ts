import type { InsertValues, ValueOf } from '../columns/row.ts'
import { type AnyModel, entityOf, type InstanceOf } from '../records/entity.ts'
import { createRecord } from '../records/lifecycle.ts'
import { fieldsOf } from '../records/record.ts'
import type { Values } from '../records/write.ts'
import { Pairs } from '../relations/pairs.ts'
import { type AnyRelation, linkOf, type Relation } from '../relations/relation.ts'
import { SetupError } from '../support/setup-error.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'

/** Values by column; a function is only called when nothing else names the column. */
export type Attributes<M extends AnyModel> = {
  readonly [Name in keyof M['columns']]?: Attribute<ValueOf<M['columns'], Name>>
}

/** A value, or how to make it: `user_id: async () => (await users.create()).id`. */
export type Attribute<Value> = Value | (() => MaybePromise<Value>)

/** All values that a record needs, the `n`th of its factory. */
export type Blueprint<M extends AnyModel> = (n: number) => {
  readonly [Name in keyof InsertValues<M['columns']>]: Attribute<InsertValues<M['columns']>[Name]>
}

/**
 * Makes records for tests and seeds: `factory(User, (n) => ({ email: `user${n}@example.com` }))`.
 *
 * States are named changes: `{ admin: { role: 'admin' } }`, used as `users.state('admin')`.
 */
export function factory<M extends AnyModel, States extends StatesOf<M> = {}>(
  model: M,
  blueprint: Blueprint<M>,
  states?: States,
): Factory<M, keyof States & string> {
  return new Factory(model, { blueprint, states: { ...states }, counter: { count: 0 } })
}

/** Makes records of one model; every method that refines it answers a new one. */
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

  /** Uses named states, later ones over earlier. Throws `E_FACTORY_STATE` for an unknown name. */
  state(...names: readonly State[]): Factory<M, State> {
    return this.#changed(...names.map((name) => this.#stateOf(name)))
  }

  /** Uses these values over the blueprint's. */
  with(values: Attributes<M>): Factory<M, State> {
    return this.#changed(values)
  }

  /** Lets the records belong to one that exists: `posts.for(Post.user, ada)`. */
  for<Target extends AnyModel>(
    relation: Relation<'belongsTo', Target>,
    owner: InstanceOf<Target>,
  ): Factory<M, State> {
    const { localColumn, targetColumn } = linkOf(entityOf(this.#model), relation)
    return this.#changed({ [localColumn]: fieldsOf(owner)[targetColumn] })
  }

  /** Makes records that belong to each: `users.has(User.posts, posts, 3)`. */
  has<Target extends AnyModel>(
    relation: Relation<'hasMany' | 'hasOne' | 'manyToMany', Target>,
    children: Factory<Target, string>,
    count = 1,
  ): Factory<M, State> {
    const added = [...this.#children, { relation, factory: children, count }]
    return new Factory(this.#model, this.#source, this.#changes, added)
  }

  /** Makes the values of a record without creating it. */
  async make(values: Attributes<M> = {}): Promise<InsertValues<M['columns']>> {
    const number = ++this.#source.counter.count
    const layers: readonly Values[] = [this.#source.blueprint(number), ...this.#changes, values]
    const attributes = Object.assign({}, ...layers) as Values
    const made: Record<string, unknown> = {}
    for (const [name, attribute] of Object.entries(attributes)) {
      made[name] = typeof attribute === 'function' ? await attribute() : attribute
    }
    // The blueprint names all that is required, the layers above it only change that.
    return made as InsertValues<M['columns']>
  }

  /** Creates a record, and those that belong to it. */
  async create(values: Attributes<M> = {}): Promise<InstanceOf<M>> {
    const entity = entityOf(this.#model)
    const record = await createRecord(entity, await this.make(values))
    for (const { relation, factory, count } of this.#children) {
      await factory.#createWithin(this.#model, record, relation, count)
    }
    return record
  }

  /** Creates several records, one after the other. */
  async createMany(count: number, values: Attributes<M> = {}): Promise<InstanceOf<M>[]> {
    const records: InstanceOf<M>[] = []
    for (let i = 0; i < count; i++) records.push(await this.create(values))
    return records
  }

  async #createWithin(
    owner: AnyModel,
    record: object,
    relation: AnyRelation,
    count: number,
  ): Promise<void> {
    const entity = entityOf(owner)
    const { localColumn, targetColumn, through } = linkOf(entity, relation)
    if (through === undefined) {
      const belonging = this.#changed({ [targetColumn]: fieldsOf(record)[localColumn] })
      await belonging.createMany(count)
      return
    }
    const created = await this.createMany(count)
    const keys = created.map((each) => fieldsOf(each)[targetColumn])
    await new Pairs(entity, relation, record).attach(keys, {})
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

/** Named changes to a blueprint. */
export type StatesOf<M extends AnyModel> = Readonly<Record<string, Attributes<M>>>

interface Source<M extends AnyModel> {
  readonly blueprint: Blueprint<M>
  readonly states: Readonly<Record<string, Values>>
  /** Shared by all factories that were made from one, so that numbers never repeat. */
  readonly counter: { count: number }
}

interface Children {
  readonly relation: AnyRelation
  readonly factory: Factory<AnyModel, string>
  readonly count: number
}
