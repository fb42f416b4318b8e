import { toFields } from './api-error.ts'
import type { ServiceApi } from './api.ts'
import type { ArgumentsOf, Operations, ValueOf } from './operation.ts'
import type { AnyApi, PagedName, PlaceIn } from './queries.ts'

/** The key of a query: the route's name and the arguments of the call. */
export type SwrKey = readonly [name: string, ...rest: readonly unknown[]]

/** The arguments of `useSWR`. */
export type SwrArguments<Value> = readonly [key: SwrKey, fetcher: (key: SwrKey) => Promise<Value>]

/** The arguments of `useSWRInfinite`. */
export type SwrInfiniteArguments<Value> = readonly [
  toKey: (index: number, previous: Value | null) => SwrKey | null,
  fetcher: (key: SwrKey) => Promise<Value>,
]

/** The arguments of `useSWRMutation`. `trigger` takes the arguments of the call after the route's name. */
export type SwrMutationArguments<Value, Variables> = readonly [
  key: SwrKey,
  mutate: (key: SwrKey, options: { readonly arg: Variables }) => Promise<Value>,
]

/** Functions that create the arguments of SWR's hooks for the routes of a service. */
export interface Swr<Service extends Operations> {
  /** The arguments of a query: `useSWR(...swr('books.show', { book: 7 }))`. */
  readonly swr: <const Name extends keyof Service & string>(
    name: Name,
    ...rest: ArgumentsOf<Service, Name>
  ) => SwrArguments<ValueOf<Service[Name]['answers']>>
  /**
   * The arguments of an infinite query for a route that answers `paginated()` or `cursorPaginated()`.
   * `toArguments` returns the arguments for a place: the number of a page, or a cursor; `undefined` for the start.
   */
  readonly swrInfinite: <const Name extends PagedName<Service>>(
    name: Name,
    toArguments: (place: PlaceIn<Service[Name]> | undefined) => ArgumentsOf<Service, Name>,
  ) => SwrInfiniteArguments<ValueOf<Service[Name]['answers']>>
  /** The arguments of a mutation: `trigger([{ book: 7 }, { title: 'Emma' }])`. */
  readonly swrMutation: <const Name extends keyof Service & string>(
    name: Name,
  ) => SwrMutationArguments<ValueOf<Service[Name]['answers']>, ArgumentsOf<Service, Name>>
}

/**
 * Creates functions that return the arguments of SWR's hooks: keys, functions, and the next page.
 *
 * `const { swr } = createSwr(createClient())`, then `useSWR(...swr('books.show', { book: 7 }))`. A key starts with
 * the route's name: `mutate((key) => Array.isArray(key) && key[0] === 'books.index')` reloads all queries of that
 * route.
 */
export function createSwr<Service extends Operations>(api: ServiceApi<Service>): Swr<Service>
export function createSwr(api: AnyApi): unknown {
  const fetcher = ([name, ...rest]: SwrKey) => api(name, ...rest)
  return {
    swr: (...key: SwrKey) => [key, fetcher],
    swrInfinite: (name: string, toArguments: (place: unknown) => readonly unknown[]) => [
      (_index: number, previous: unknown) => {
        const { nextCursor, nextPage } = toFields(previous)
        const place = nextCursor ?? nextPage
        return previous !== null && place == null ? null : [name, ...toArguments(place)]
      },
      fetcher,
    ],
    swrMutation: (name: string) => [
      [name],
      (_key: SwrKey, { arg }: { readonly arg: readonly unknown[] }) => api(name, ...arg),
    ],
  }
}
