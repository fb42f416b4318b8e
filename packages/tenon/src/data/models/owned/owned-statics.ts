import type { UniqueName, ValueOf } from '../../columns/row.ts'
import type { AnyModel, InstanceOf } from '../../records/entity.ts'
import type { OwnedModel, OwnerRecord, TableOf } from '../../relations/owner-types.ts'
import type { Refused } from '../../../base/support/refused.ts'
import type { OwnedQuery } from './owned-query.ts'

/** The static members of a model with an owner that differ from those of other models. */
export interface OwnedStatics<Sentence extends string> {
  /**
   * Starts a query on the records of one owner: `Ticket.of(team).where('status', 'open').all()`.
   *
   * No refinement brings back the records of other owners. Throws `E_OWNER` for anything but a saved record of
   * an owner.
   */
  of<M extends AnyModel, Owner extends OwnerRecord<M>>(
    this: M,
    owner: Owner,
  ): OwnedQuery<M, TableOf<Owner>>
  /** Starts a query on the records of all owners, for reports, jobs and administration. */
  ofAnyone<M extends AnyModel>(this: M): OwnedQuery<M>
  /** Names a unique column instead of the key for a route: `handler({ team: Team, ticket: Ticket.by('slug') })`. */
  by<M extends AnyModel, Name extends UniqueName<M['columns']>>(
    this: M,
    name: Name,
  ): OwnedLookup<ValueOf<M['columns'], Name>, M, Refused<Sentence>>
  /** @deprecated Start with `of(owner)`. */
  find(this: Refused<Sentence>, key: never): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  findOrFail(this: Refused<Sentence>, key: never): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  all(this: Refused<Sentence>): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  first(this: Refused<Sentence>): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  paginate(this: Refused<Sentence>, options?: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  count(this: Refused<Sentence>): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  exists(this: Refused<Sentence>): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  query(this: Refused<Sentence>): never
  /** @deprecated Start with `of(owner)`. */
  where(this: Refused<Sentence>, ...condition: readonly unknown[]): never
  /** @deprecated Start with `of(owner)`. */
  orderBy(this: Refused<Sentence>, ...order: readonly unknown[]): never
  /** @deprecated Start with `of(owner)`. */
  with(this: Refused<Sentence>, ...relation: readonly unknown[]): never
  /** @deprecated Start with `of(owner)`. */
  create(this: Refused<Sentence>, values: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  firstOrCreate(this: Refused<Sentence>, by: object, values: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  updateOrCreate(this: Refused<Sentence>, by: object, values: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  createMany(this: Refused<Sentence>, rows: readonly object[]): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  upsert(this: Refused<Sentence>, rows: readonly object[], by: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  update(this: Refused<Sentence>, key: never, values: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  delete(this: Refused<Sentence>, key: never): Promise<never>
}

/** An owned model with the unique column by which a route finds its records. */
export interface OwnedLookup<Value, M extends AnyModel, Mistake> extends OwnedModel {
  readonly model: M
  readonly column: string
  parseKey(text: string): Value | undefined
  /** @deprecated Start with `of(owner)`. */
  find(this: Mistake, value: never): Promise<InstanceOf<M> | null>
}
