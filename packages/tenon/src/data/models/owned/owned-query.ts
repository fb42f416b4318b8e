import type { InsertValues, Exactly, UpdateValues } from '../../columns/row.ts'
import type { Table, TableColumn } from '../../columns/table.ts'
import { primary } from '../../drivers/replicas/read-scope.ts'
import { both } from '../../queries/condition.ts'
import { selectAll } from '../../queries/selection.ts'
import { type AnyModel, entityOf, type InstanceOf } from '../../records/entity.ts'
import { execute } from '../../records/fetch.ts'
import { insertMany, upsertMany } from '../../records/insert-many.ts'
import { hasKey, keyOf } from '../../records/key.ts'
import { createRecord, findOrCreate } from '../../records/lifecycle.ts'
import { fieldsOf, ModelRecord } from '../../records/record.ts'
import { assertKnown, type Values } from '../../records/write.ts'
import { keyOfAnother } from '../../relations/key-guard.ts'
import { belongsToRecord, isSame, ownersOf, stayedWithOwner } from '../../relations/owners.ts'
import type { NearestOwner, OwnerName } from '../../relations/owner-types.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { Query } from '../query.ts'
import { anyonesState, ownedState } from '../query-state.ts'
import {
  returnedColumns,
  type Returning,
  toWritten,
  type UpsertOptions,
  type Written,
} from '../refining/returning.ts'
import { ANYONE } from './anyone.ts'
import { moveRecord } from './move-record.ts'

/**
 * The records of one owner, or of anyone: what `Ticket.of(team)` and `Ticket.ofAnyone()` return.
 *
 * It is a query that can also create records. Every query that is refined from it keeps the owner.
 */
export class OwnedQuery<M extends AnyModel, Owner extends string = never> extends Query<M> {
  readonly #model: M
  readonly #owner: unknown

  /** Throws `E_OWNER` unless `owner` is a saved record that owns records of the model, or `ANYONE`. */
  constructor(model: M, owner: unknown) {
    super(model, owner === ANYONE ? anyonesState(model) : ownedState(model, owner))
    this.#model = model
    this.#owner = owner
  }

  /** Inserts a record of this owner: the key of the nearest owner is filled in and cannot be given. */
  async create<Given extends OwnedValues<M, Owner>>(
    values: Exactly<Given, OwnedValues<M, Owner>>,
  ): Promise<InstanceOf<M>> {
    return createRecord(entityOf(this.#model), await this.#owned(values))
  }

  /** Inserts many records of this owner without hooks: all or none. Returns their number, or columns of them. */
  async createMany<
    Given extends OwnedValues<M, Owner>,
    Name extends keyof M['columns'] & string = never,
  >(
    rows: readonly Exactly<Given, OwnedValues<M, Owner>>[],
    options?: Returning<Name>,
  ): Promise<Written<M, Name>> {
    const entity = entityOf<AnyModel>(this.#model)
    const returning = returnedColumns(entity, options)
    const owned = await this.#ownedAll(rows)
    return toWritten(entity, await insertMany(entity, owned, returning), returning)
  }

  /**
   * Inserts records of this owner, or updates those that already exist, without hooks, like `Model.upsert`.
   *
   * The column in `by` has to be unique within the owner, or several columns together with the owner's.
   */
  async upsert<
    Given extends OwnedValues<M, Owner>,
    Name extends keyof M['columns'] & string = never,
  >(
    rows: readonly Exactly<Given, OwnedValues<M, Owner>>[],
    { by, update, ...options }: UpsertOptions<M['columns']> & Returning<Name>,
  ): Promise<Written<M, Name>> {
    const entity = entityOf<AnyModel>(this.#model)
    const returning = returnedColumns(entity, options)
    const owned = await this.#ownedAll(rows)
    const columns = conflictInOwner(entity.table, by)
    const changed = update?.map((name) => entity.table.column(name))
    const conflict = { by: columns, update: changed, returning }
    return toWritten(entity, await upsertMany(entity, owned, conflict), returning)
  }

  /** Finds the owner's first record with these values, or creates one with them and `values`. */
  firstOrCreate<
    const By extends Partial<OwnedValues<M, Owner>>,
    Given extends Omit<OwnedValues<M, Owner>, keyof By>,
  >(
    by: Exactly<By, Partial<OwnedValues<M, Owner>>>,
    values: Exactly<Given, Omit<OwnedValues<M, Owner>, keyof By>, OwnedValues<M, Owner>>,
  ): Promise<InstanceOf<M>> {
    return this.#findOrCreate(by, values)
  }

  /** Updates the owner's first record with these values, or creates one with them and `values`. */
  async updateOrCreate<
    const By extends Partial<OwnedValues<M, Owner>>,
    Given extends Omit<OwnedValues<M, Owner>, keyof By>,
  >(
    by: Exactly<By, Partial<OwnedValues<M, Owner>>>,
    values: Exactly<Given, Omit<OwnedValues<M, Owner>, keyof By>, OwnedValues<M, Owner>>,
  ): Promise<InstanceOf<M>> {
    let isNew = false
    const record = await this.#findOrCreate(by, values, () => {
      isNew = true
    })
    if (!isNew) await record.update(values)
    return record
  }

  /**
   * Moves a record of this owner, with all records that belong to it, to another owner, and writes `values`.
   *
   * Throws `NotFound` unless the record belongs to this owner. Throws `ForeignKeyViolation`, and changes nothing, if
   * a relation would still lead from or to a record of the former owner: change or detach those records first, or set
   * other keys with `values`.
   */
  async move<Given extends UpdateValues<M['columns']> = object>(
    record: InstanceOf<M>,
    to: InstanceOf<NearestOwner<M['columns']> & AnyModel>,
    values?: Exactly<Given, UpdateValues<M['columns']>>,
  ): Promise<InstanceOf<M>> {
    const entity = entityOf<AnyModel>(this.#model)
    await moveRecord({ entity, owner: this.#owner, record, to, values: { ...values } })
    return record
  }

  async #findOrCreate(by: object, values: object, onCreate?: () => void): Promise<InstanceOf<M>> {
    const entity = entityOf(this.#model)
    assertKnown(entity.table, { ...values })
    // `by` has values of columns, as the signatures above say.
    const matching: Query<AnyModel, InstanceOf<M>> = this.#all().where(by)
    return findOrCreate({
      database: entity.table.database,
      find: () => matching.first(),
      create: async () => {
        const created = await createRecord(entity, await this.#owned({ ...values, ...by }))
        onCreate?.()
        return created
      },
    })
  }

  #all(): Query<AnyModel, InstanceOf<M>> {
    const owner = this.#owner
    const state = owner === ANYONE ? anyonesState(this.#model) : ownedState(this.#model, owner)
    return new Query<AnyModel, InstanceOf<M>>(this.#model, state)
  }

  async #ownedAll(rows: readonly object[]): Promise<readonly Values[]> {
    const checked = new Set<unknown>()
    const owned: Values[] = []
    for (const values of rows) owned.push(await this.#owned(values, checked))
    return owned
  }

  /**
   * Adds the owner's key to values. Throws `ForeignKeyViolation` if the owner has moved since it was read, or if the
   * given key of a nearer owner is not that of a record of this owner.
   */
  async #owned(given: object, checked = new Set<unknown>()): Promise<Values> {
    const values: Values = { ...given }
    const entity = entityOf<AnyModel>(this.#model)
    const owner = this.#owner
    const [nearest] = ownersOf(entity)
    if (owner === ANYONE || nearest === undefined) return values
    const { name } = nearest.column
    const from = ModelRecord.entityOf(owner)
    const isNearest = from !== undefined && isSame(from, nearest.owner)
    if (isNearest && values[name] !== undefined) {
      throw new SetupError(
        'E_OWNER',
        `create() of ${entity.table.name} fills in "${name}". Leave it out, or say .ofAnyone().`,
      )
    }
    const key = isNearest ? keyOf(from.table, fieldsOf(owner as object)) : values[name]
    if (key === undefined || key === null) return values
    const condition = isNearest
      ? stayedWithOwner(owner as object)
      : both(hasKey(nearest.owner.table, key), belongsToRecord(nearest.owner, owner))
    if (condition !== undefined && !checked.has(key)) {
      const selection = { ...selectAll(nearest.owner.table), condition }
      const { rows } = await primary(() => execute(nearest.owner, selection, { kind: 'exists' }))
      if (rows.length === 0) throw keyOfAnother(entity, [name], nearest.owner)
      checked.add(key)
    }
    return { ...values, [name]: key }
  }
}

/** The columns that identify a row, including the owner's column, so that no row of another owner is updated. */
function conflictInOwner(table: Table, by: readonly string[]): readonly TableColumn[] {
  const [first = '', second] = by
  const { owner } = table
  const columns = by.map((name) => table.column(name))
  if (owner === undefined || columns.includes(owner)) return columns
  const { definition } = table.column(first)
  if (second !== undefined || definition.uniqueWithin === owner.name) return [owner, ...columns]
  throw new SetupError(
    'E_COLUMN_NOT_UNIQUE',
    `"${first}" does not identify one row of an owner of "${table.name}". Declare it unique(), which means within the owner.`,
  )
}

/** The values of a new record, without the key of the owner if it is the nearest. */
// oxfmt-ignore
export type OwnedValues<M extends AnyModel, Owner extends string> =
  [Owner] extends [never] ? InsertValues<M['columns']> :
  NearestOwner<M['columns']> extends { readonly table: Owner }
    ? Omit<InsertValues<M['columns']>, OwnerName<M['columns']>>
    : InsertValues<M['columns']>
