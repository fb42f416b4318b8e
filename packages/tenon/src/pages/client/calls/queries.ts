import { toFields } from './api-error.ts'
import type { ServiceApi } from './api.ts'
import type { Call } from './call.ts'
import type { ArgumentsOf, Operation, Operations, ValueOf } from './operation.ts'

/** The options of a query of TanStack Query. */
export interface QueryOptions<Value> {
  /** The route's name and the arguments of the call, as plain JSON. */
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: QueryContext) => Promise<Value>
}

/** The argument of a query function, as far as it is used. */
export interface QueryContext {
  readonly signal?: AbortSignal
}

/** The options of an infinite query, which loads one page after the other. */
export interface InfiniteQueryOptions<Value, Place> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: PageContext<Place>) => Promise<Value>
  readonly initialPageParam: Place | undefined
  readonly getNextPageParam: (page: Value) => Place | null
  readonly getPreviousPageParam: (page: Value) => Place | null
}

/** The argument of an infinite query's function. */
export interface PageContext<Place> extends QueryContext {
  readonly pageParam: Place | undefined
}

/** The options of a mutation. Its variables are the arguments of the call after the route's name. */
export interface MutationOptions<Value, Variables> {
  readonly mutationKey: readonly [name: string]
  readonly mutationFn: (variables: Variables) => Promise<Value>
}

/** Functions that create the options of queries and mutations for the routes of a service. */
export interface Queries<Service extends Operations> {
  /** The options of a query: `useQuery(queryOptions('books.show', { book: 7 }))`. */
  readonly queryOptions: <const Name extends keyof Service & string>(
    name: Name,
    ...rest: ArgumentsOf<Service, Name>
  ) => QueryOptions<ValueOf<Service[Name]['answers']>>
  /**
   * The options of an infinite query for a route that answers `paginated()` or `cursorPaginated()`.
   * `toArguments` returns the arguments for a place: the number of a page, or a cursor; `undefined` for the start.
   */
  readonly infiniteQueryOptions: <const Name extends PagedName<Service>>(
    name: Name,
    toArguments: (place: PlaceIn<Service[Name]> | undefined) => ArgumentsOf<Service, Name>,
  ) => InfiniteQueryOptions<ValueOf<Service[Name]['answers']>, PlaceIn<Service[Name]>>
  /** The options of a mutation: `mutate([{ book: 7 }, { title: 'Emma' }])`. */
  readonly mutationOptions: <const Name extends keyof Service & string>(
    name: Name,
  ) => MutationOptions<ValueOf<Service[Name]['answers']>, ArgumentsOf<Service, Name>>
}

/** The names of routes whose answers are pages. */
export type PagedName<Service extends Operations> = {
  [Name in keyof Service & string]: [PlaceIn<Service[Name]>] extends [never] ? never : Name
}[keyof Service & string]

/** The type of the places of a route's pages: cursors or numbers. */
// oxfmt-ignore
export type PlaceIn<Route extends Operation> =
  ValueOf<Route['answers']> extends infer Page
    ? Page extends { readonly nextCursor: string | null } ? string :
      Page extends { readonly nextPage: number | null } ? number :
      never
    : never

/**
 * Creates functions that return the options of queries and mutations for TanStack Query: keys, functions,
 * and the next page. For SWR, see `createSwr`.
 *
 * `const { queryOptions } = createQueries(createClient())`. A query key starts with the route's name:
 * `invalidateQueries({ queryKey: ['books.index'] })` invalidates all queries of that route.
 */
export function createQueries<Service extends Operations>(
  api: ServiceApi<Service>,
): Queries<Service>
export function createQueries(api: AnyApi): unknown {
  return {
    queryOptions: (name: string, ...rest: readonly unknown[]) => ({
      queryKey: toKey(name, rest),
      queryFn: (context: QueryContext) => abortedBy(context, api(name, ...rest)),
    }),
    infiniteQueryOptions: (name: string, toArguments: (place: unknown) => readonly unknown[]) => ({
      queryKey: toKey(name, toArguments(undefined)),
      queryFn: (context: PageContext<unknown>) =>
        abortedBy(context, api(name, ...toArguments(context.pageParam))),
      initialPageParam: undefined,
      getNextPageParam(page: unknown) {
        const { nextCursor, nextPage } = toFields(page)
        return nextCursor ?? nextPage
      },
      getPreviousPageParam(page: unknown) {
        const { previousCursor, previousPage } = toFields(page)
        return previousCursor ?? previousPage
      },
    }),
    mutationOptions: (name: string) => ({
      mutationKey: [name],
      mutationFn: (variables: readonly unknown[]) => api(name, ...variables),
    }),
  }
}

/** A client without the types of its routes. */
export type AnyApi = (name: string, ...rest: readonly unknown[]) => AnyCall

type AnyCall = Call<unknown, Operation>

function abortedBy({ signal }: QueryContext, call: AnyCall): AnyCall {
  return signal === undefined ? call : call.withSignal(signal)
}

/** Creates a key. Writes big integers as text, because libraries compare keys by their JSON. */
function toKey(name: string, rest: readonly unknown[]): readonly unknown[] {
  const key: readonly unknown[] = JSON.parse(JSON.stringify(rest, toText))
  return [name, ...key]
}

function toText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
