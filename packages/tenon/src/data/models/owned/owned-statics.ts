import type { Columns } from '../../columns/column.ts'
import type { UniqueName, ValueOf } from '../../columns/row.ts'
import type { AnyModel, InstanceOf } from '../../records/entity.ts'
import type { OwnerRecord, TableOf, Unowned } from '../../relations/owner-types.ts'
import type { OwnedQuery } from './owned-query.ts'

/** The static members of a model whose records belong to others, where they differ from other models. */
export interface OwnedStatics<Table extends string, Declared extends Columns> {
  /**
   * Starts a query on the records of one owner: `Ticket.of(team).where('status', 'open').all()`.
   *
   * Nothing that refines it brings back the records of others. Throws `E_OWNER` for anything but a record
   * of an owner.
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
  ): OwnedLookup<ValueOf<M['columns'], Name>, M, Unowned<Table, Declared>>
  /** @deprecated Start with `of(owner)`. */
  find(this: Unowned<Table, Declared>, key: never): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  findOrFail(this: Unowned<Table, Declared>, key: never): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  all(this: Unowned<Table, Declared>): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  first(this: Unowned<Table, Declared>): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  paginate(this: Unowned<Table, Declared>, options?: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  count(this: Unowned<Table, Declared>): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  exists(this: Unowned<Table, Declared>): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  query(this: Unowned<Table, Declared>): never
  /** @deprecated Start with `of(owner)`. */
  where(this: Unowned<Table, Declared>, ...condition: readonly unknown[]): never
  /** @deprecated Start with `of(owner)`. */
  orderBy(this: Unowned<Table, Declared>, ...order: readonly unknown[]): never
  /** @deprecated Start with `of(owner)`. */
  with(this: Unowned<Table, Declared>, ...relation: readonly unknown[]): never
  /** @deprecated Start with `of(owner)`. */
  create(this: Unowned<Table, Declared>, values: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  firstOrCreate(this: Unowned<Table, Declared>, by: object, values: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  updateOrCreate(this: Unowned<Table, Declared>, by: object, values: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  createMany(this: Unowned<Table, Declared>, rows: readonly object[]): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  upsert(this: Unowned<Table, Declared>, rows: readonly object[], by: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  update(this: Unowned<Table, Declared>, key: never, values: object): Promise<never>
  /** @deprecated Start with `of(owner)`. */
  delete(this: Unowned<Table, Declared>, key: never): Promise<never>
}

/** An owned model with the unique column that a route finds its records by. */
export interface OwnedLookup<Value, M extends AnyModel, Mistake> {
  readonly model: M
  readonly column: string
  parseKey(text: string): Value | undefined
  /** @deprecated Start with `of(owner)`. */
  find(this: Mistake, value: never): Promise<InstanceOf<M> | null>
}
