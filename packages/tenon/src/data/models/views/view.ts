import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { NothingHidden } from '../../../base/support/hidden.ts'
import type { Refused } from '../../../base/support/refused.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Columns } from '../../columns/column.ts'
import { assertIdentifier } from '../../columns/identifier.ts'
import type { NameWith, RowValues, Simplify, ValueOf } from '../../columns/row.ts'
import type { TableColumn } from '../../columns/table.ts'
import { type AnyModel, type AnyRecord, entityOf, type InstanceOf } from '../../records/entity.ts'
import { ModelRecord } from '../../records/record.ts'
import type { Wire, WireRow } from '../../records/wire.ts'
import type { ReachedBy } from '../../relations/owner-types.ts'
import type { AnyView, Computed, Load, Plan } from '../../relations/plan.ts'
import type { LoadedValue, RelationName, TargetOf } from '../../relations/relation-types.ts'
import { showRecords } from '../../relations/show-records.ts'
import { Query, type Refine, type Related, type WithRefine } from '../query.ts'
import type { ExtremeName, MeanOf, SummedName, SumOf } from '../query-input.ts'
import { initialState } from '../query-state.ts'
import type { Named } from '../rows.ts'

/**
 * The part of a model's records that pages and clients may see, made by `view()`.
 *
 * It shows plain JSON, the same on the server as for clients: dates, 64-bit integers and bytes are text.
 */
export class View<M extends AnyModel, Seen extends object> implements AnyView<M, Seen> {
  declare readonly '~table': M['table']
  declare readonly '~seen': Seen
  readonly model: M
  readonly #declared: Declared<M>
  #plan: Plan | undefined

  constructor(model: M, declared: Declared<M>) {
    this.model = model
    this.#declared = declared
  }

  /**
   * Shows a relation by a view of its records: `with('author', PersonView)`. A function can order and limit them:
   * `with('comments', (comments) => comments.orderBy('id').limit(3).select(CommentView))`.
   *
   * The columns of a pivot table are not shown. Throws `E_VIEW` if the records are not shown by a view, and for a
   * `belongsToAny` relation.
   */
  with<const Name extends RelationName<M>, Related extends object>(
    name: Name & ReachedBy<M, Name> & OfOneModel<M[Name]>,
    related:
      | (AnyView<TargetOf<M[Name]>, Related> & Unrecorded<Related>)
      | (WithRefine<M, Name, Related> & Unrecorded<Related>),
  ): View<M, Simplify<Seen & { [Key in Name]: LoadedValue<M['columns'], M[Name], Related> }>> {
    return this.#refined(name, (query) => query.with(name, related))
  }

  /** Shows the number of related records as `posts_count`, or the name in `as`. */
  withCount<const Name extends RelationName<M>, const As extends string = `${Name}_count`>(
    name: Name & ReachedBy<M, Name>,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): Showing<M, Seen, As, number> {
    return this.#refined(options?.as ?? `${name}_count`, (query) =>
      query.withCount(name, refine, options),
    )
  }

  /** Shows whether there are related records as `posts_exists`, or the name in `as`. */
  withExists<const Name extends RelationName<M>, const As extends string = `${Name}_exists`>(
    name: Name & ReachedBy<M, Name>,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): Showing<M, Seen, As, boolean> {
    return this.#refined(options?.as ?? `${name}_exists`, (query) =>
      query.withExists(name, refine, options),
    )
  }

  /** Shows the sum of a column of related records as `lines_amount_sum`, or the name in `as`; 0 if there are none. */
  withSum<
    const Name extends RelationName<M>,
    const Column extends SummedName<Related<M, Name>> & string,
    const As extends string = `${Name}_${Column}_sum`,
  >(
    name: Name & ReachedBy<M, Name>,
    column: Column,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): Showing<M, Seen, As, SumOf<Related<M, Name>, Column>> {
    return this.#refined(options?.as ?? `${name}_${column}_sum`, (query) =>
      query.withSum(name, column, refine, options),
    )
  }

  /** Shows the mean of a related column as `lines_amount_avg`, or the name in `as`; `null` without values. */
  withAvg<
    const Name extends RelationName<M>,
    const Column extends SummedName<Related<M, Name>> & string,
    const As extends string = `${Name}_${Column}_avg`,
  >(
    name: Name & ReachedBy<M, Name>,
    column: Column,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): Showing<M, Seen, As, MeanOf<Related<M, Name>, Column> | null> {
    return this.#refined(options?.as ?? `${name}_${column}_avg`, (query) =>
      query.withAvg(name, column, refine, options),
    )
  }

  /** Shows the smallest value of a related column as `lines_amount_min`, or the name in `as`; `null` without values. */
  withMin<
    const Name extends RelationName<M>,
    const Column extends ExtremeName<Related<M, Name>>,
    const As extends string = `${Name}_${Column}_min`,
  >(
    name: Name & ReachedBy<M, Name>,
    column: Column,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): Showing<M, Seen, As, ValueOf<Related<M, Name>, Column> | null> {
    return this.#refined(options?.as ?? `${name}_${column}_min`, (query) =>
      query.withMin(name, column, refine, options),
    )
  }

  /** Shows the largest value of a related column as `lines_amount_max`, or the name in `as`; `null` without values. */
  withMax<
    const Name extends RelationName<M>,
    const Column extends ExtremeName<Related<M, Name>>,
    const As extends string = `${Name}_${Column}_max`,
  >(
    name: Name & ReachedBy<M, Name>,
    column: Column,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): Showing<M, Seen, As, ValueOf<Related<M, Name>, Column> | null> {
    return this.#refined(options?.as ?? `${name}_${column}_max`, (query) =>
      query.withMax(name, column, refine, options),
    )
  }

  /**
   * Shows a value computed from columns, which the view need not show:
   * `compute('excerpt', ['body'], ({ body }) => body.slice(0, 200))`.
   *
   * It may read hidden columns, whose values it uses with `reveal()`. The `schema` describes the value for API clients.
   */
  compute<const Name extends string, const Read extends keyof M['columns'] & string, Value>(
    name: Name,
    columns: readonly Read[],
    from: (values: Pick<RowValues<M['columns'], M['table']>, Read>) => Value & NoPromise<Value>,
    { schema }: ComputeOptions<Value> = {},
  ): View<M, Simplify<Seen & { [Key in Name]: Wire<Value> }>> {
    const { table } = entityOf(this.model)
    const computed: Computed = {
      name,
      reads: columns.map((column) => table.column(column)),
      // Sound: it gets the values of exactly these columns.
      from: from as Computed['from'],
      schema,
    }
    return this.#extended(name, { computed: [...this.#declared.computed, computed] })
  }

  /** Returns what the view shows of a record. Reads its relations and aggregates. Throws `E_VIEW` for other records. */
  async from(record: InstanceOf<M>): Promise<Seen> {
    const [seen] = await this.fromAll([record])
    if (seen !== undefined) return seen
    throw new SetupError('E_VIEW', `A view of "${this.model.table}" needs a record.`)
  }

  /** Like `from`, for several records, in their order and with one query per relation. */
  async fromAll(records: readonly InstanceOf<M>[]): Promise<Seen[]> {
    const { plan } = this
    for (const record of records) {
      if (ModelRecord.entityOf(record)?.table === plan.entity.table) continue
      throw new SetupError(
        'E_VIEW',
        `A view of "${this.model.table}" shows only its records. Pass records of that model.`,
      )
    }
    // The methods above have added to the type what the plan shows.
    return (await showRecords(plan, records)) as Seen[]
  }

  /** What is read, as plain data; made on first use, because models may refer to each other in a circle. */
  get plan(): Plan {
    this.#plan ??= this.#toPlan()
    return this.#plan
  }

  #toPlan(): Plan {
    const { name, columns, computed, refinements } = this.#declared
    const all: Query<M, object> = new Query(this.model, initialState(this.model))
    const { loads, selection, entity } = refinements.reduce((query, each) => each(query), all).plan
    for (const load of loads) assertShown(this.model, load)
    const aggregates = selection.aggregates.map(({ name }) => name)
    return { entity, loads, shown: { name, columns, aggregates, computed }, selection }
  }

  #refined<Next extends object>(name: string, refine: Refinement<M>): View<M, Next> {
    return this.#extended(name, { refinements: [...this.#declared.refinements, refine] })
  }

  #extended<Next extends object>(name: string, change: Partial<Declared<M>>): View<M, Next> {
    const { names } = this.#declared
    assertIdentifier(name)
    if (names.includes(name)) {
      throw new SetupError(
        'E_VIEW',
        `The view of "${this.model.table}" shows "${name}" twice. Choose another name.`,
      )
    }
    return new View<M, Next>(this.model, { ...this.#declared, ...change, names: [...names, name] })
  }
}

/** What a view declares. Its relations are not read yet, because their models may not be initialized. */
interface Declared<M extends AnyModel> {
  readonly name: string | undefined
  readonly columns: readonly TableColumn[]
  readonly computed: readonly Computed[]
  readonly refinements: readonly Refinement<M>[]
  readonly names: readonly string[]
}

type Refinement<M extends AnyModel> = (query: Query<M, object>) => Query<M, object>

/** A view that also shows a value computed from related records. */
export type Showing<M extends AnyModel, Seen extends object, As extends string, Value> = View<
  M,
  Simplify<Seen & { [Key in As]: Wire<Value> }>
>

/** Options of `view`. */
export interface ViewOptions {
  /** The name in the OpenAPI document and generated clients. Default: the name of the model, and `View`. */
  readonly name?: string
}

/** Options of `compute`. */
export interface ComputeOptions<Value = unknown> {
  /** Describes the JSON in the OpenAPI document. Default: any value. */
  readonly schema?: StandardSchemaV1<Wire<Value>, unknown>
}

/**
 * Declares which part of a model's records pages and clients may see: these columns, and what `with`, `compute`,
 * `withCount`, `withSum` and similar methods add.
 *
 *     export const PersonView = view(User, ['id', 'name'])
 *
 * If an API has several views of a model, give each a `name`: `view(Ticket, ['id'], { name: 'TicketRow' })`. Throws
 * `E_VIEW` for a hidden column and for a name that is not an identifier, and `E_COLUMN_UNKNOWN` for an unknown column.
 */
export function view<M extends AnyModel, const Name extends ColumnHint<M['columns']>>(
  model: M,
  columns: readonly (Name & Showable<M['table'], M['columns'], Name>)[],
  { name }: ViewOptions = {},
): View<M, Simplify<Pick<WireRow<M['columns']>, Extract<Name, keyof WireRow<M['columns']>>>>> {
  const { table } = entityOf(model)
  assertName(name)
  const shown = [...new Set(columns)].map((column) => table.column(column))
  const hidden = shown.find(({ definition }) => definition.hidden)
  if (hidden === undefined) {
    const names = shown.map((column) => column.name)
    return new View(model, { name, columns: shown, computed: [], refinements: [], names })
  }
  throw new SetupError(
    'E_VIEW',
    `"${hidden.name}" of "${table.name}" is hidden, so no view shows it. Leave it out, or show a value computed from it.`,
  )
}

/** Throws `E_VIEW` unless the name is an identifier, because generated clients have a type of this name. */
function assertName(name: string | undefined): void {
  if (name === undefined || /^[A-Za-z_]\w*$/.test(name)) return
  throw new SetupError(
    'E_VIEW',
    `A view cannot be called "${name}". Write an identifier, such as "InvoiceRow".`,
  )
}

/** The type of what a view shows of a record, for example for the props of a component. */
export type ViewOf<Shown extends { readonly '~seen': object }> = Shown['~seen']

/** Any text; editors suggest the names of columns that can be shown. */
type ColumnHint<Declared extends Columns> = VisibleName<Declared> | (string & {})

type VisibleName<Declared extends Columns> = Exclude<
  keyof Declared & string,
  NameWith<Declared, 'hidden'>
>

// oxfmt-ignore
type Showable<Table extends string, Declared extends Columns, Name> =
  [Exclude<Name, VisibleName<Declared>>] extends [never] ? unknown :
  // Include the names that can be shown, so that the error is at the name that cannot.
  | Extract<Name, VisibleName<Declared>>
  | Refused<Unshowable<Table, Declared, Exclude<Name, VisibleName<Declared>>>>

// oxfmt-ignore
type Unshowable<Table extends string, Declared extends Columns, Name> =
  Name extends keyof Declared & string ? `${Name} of ${Table} is hidden: no view shows it, but compute() may read it` :
  `${Table} have no column ${Name & string}`

/** Rejects whole records, because a view shows related records by another view only. */
type Unrecorded<Related> = Related extends AnyRecord
  ? Refused<'A view shows no whole records: give with() a view of them, or end its query with select(view)'>
  : unknown

type OfOneModel<Related> = Related extends { readonly kind: 'belongsToAny' }
  ? Refused<'A view shows records of one model, and this relation leads to any of several'>
  : unknown

type NoPromise<Value> =
  Value extends PromiseLike<unknown>
    ? Refused<'A value of a view is computed from columns alone, without waiting'>
    : NothingHidden<Value>

function assertShown({ table }: AnyModel, { name, choices, ...load }: Load): void {
  if (choices === undefined && 'plan' in load && load.plan.shown !== undefined) return
  throw new SetupError(
    'E_VIEW',
    `The view of "${table}" would show whole records of "${name}". Give with('${name}') a view of them; a relation to any of several models has none.`,
  )
}
