export { createQueries } from './pages/client/calls/queries.ts'
export { createSwr } from './pages/client/calls/swr.ts'
export type {
  InfiniteQueryOptions,
  MutationOptions,
  PageContext,
  Queries,
  QueryContext,
  QueryOptions,
} from './pages/client/calls/queries.ts'
export type {
  Swr,
  SwrArguments,
  SwrInfiniteArguments,
  SwrKey,
  SwrMutationArguments,
} from './pages/client/calls/swr.ts'
