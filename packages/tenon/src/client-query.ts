export { createQueries } from './pages/client/calls/queries.ts'
export type {
  InfiniteQueryOptions,
  MutationOptions,
  PageContext,
  Queries,
  QueryContext,
  QueryOptions,
} from './pages/client/calls/queries.ts'
